"use strict";

document.documentElement.dataset.theme = localStorage.getItem("theme") || "auto"; // as the big page has it

// The routes of the interface and the messages of its WebSocket, from its own description.
const row = (table, ...texts) => {
  const line = table.insertRow();
  for (const text of texts) {
    const code = document.createElement("code");
    code.textContent = text;
    line.insertCell().append(text.startsWith("/") || text === text.toUpperCase() ? code : text);
  }
};

const tableUnder = (place, title) => {
  const section = document.createElement("section");
  const head = document.createElement("h2");
  head.textContent = title;
  const table = document.createElement("table");
  section.append(head, table);
  place.append(section);
  return table;
};

// A union of messages, each by its tag: what is in it, and what it is for.
const showMessages = (place, schemas, union) => {
  const { propertyName, mapping } = schemas[union].discriminator;
  const table = tableUnder(place, `/live: ${union}`);
  for (const [tag, reference] of Object.entries(mapping)) {
    const { properties, description = "" } = schemas[reference.split("/").at(-1)];
    const fields = Object.keys(properties).filter((name) => name !== propertyName);
    row(table, `${propertyName}: ${tag}`, fields.join(", "), description);
  }
};

const show = async () => {
  const description = await (await fetch("/schema/openapi.json")).json();
  const place = document.getElementById("routes");
  const sections = new Map();
  for (const [path, verbs] of Object.entries(description.paths)) {
    for (const [verb, what] of Object.entries(verbs)) {
      const tag = (what.tags || ["house"])[0];
      if (!sections.has(tag)) sections.set(tag, tableUnder(place, tag));
      row(sections.get(tag), verb.toUpperCase(), path, what.summary || "");
    }
  }
  for (const union of ["ClientMessage", "ServerMessage"]) showMessages(place, description.components.schemas, union);
};

show();
