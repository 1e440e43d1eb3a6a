"use strict";

document.documentElement.dataset.theme = localStorage.getItem("theme") || "auto"; // as the big page has it

// The code is behind the # of the address, which browsers do not send: it stays out of logs.
const input = document.getElementById("code");
input.value = location.hash.slice(1);
history.replaceState(null, "", location.pathname);

const begin = async () => {
  const { language, page } = await (await fetch("/api/words")).json();
  document.documentElement.lang = language;
  for (const place of document.querySelectorAll("[data-say]")) place.textContent = page.receive[place.dataset.say];
};

document.getElementById("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch("/api/me/receive", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: input.value }),
  });
  const told = await answer.json();
  const said = document.getElementById("said");
  document.getElementById("next").hidden = !answer.ok;
  said.textContent = answer.ok ? `${told.name} ✓` : told.sentence;
});

begin();
