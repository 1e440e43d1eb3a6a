"use strict";

// The code is behind the # of the address, which browsers do not send: it stays out of logs.
const input = document.getElementById("code");
input.value = location.hash.slice(1);
history.replaceState(null, "", location.pathname);

document.getElementById("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch("/api/me/receive", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: input.value }),
  });
  const told = await answer.json();
  const said = document.getElementById("said");
  said.textContent = answer.ok ? `${told.name} ✓` : `${told.sentence_fr} · ${told.sentence_en}`;
});
