"use strict";

document.documentElement.dataset.theme = localStorage.getItem("theme") || "auto"; // as the big page has it

// The routes of the interface, from its own description.
const row = (table, ...texts) => {
  const line = table.insertRow();
  for (const text of texts) {
    const code = document.createElement("code");
    code.textContent = text;
    line.insertCell().append(text.startsWith("/") || text === text.toUpperCase() ? code : text);
  }
};

const show = async () => {
  const description = await (await fetch("/schema/openapi.json")).json();
  const place = document.getElementById("routes");
  const sections = new Map();
  for (const [path, verbs] of Object.entries(description.paths)) {
    for (const [verb, what] of Object.entries(verbs)) {
      const tag = (what.tags || ["house"])[0];
      if (!sections.has(tag)) {
        const section = document.createElement("section");
        const title = document.createElement("h2");
        title.textContent = tag;
        const table = document.createElement("table");
        section.append(title, table);
        place.append(section);
        sections.set(tag, table);
      }
      row(sections.get(tag), verb.toUpperCase(), path, what.summary || "");
    }
  }
};

show();
