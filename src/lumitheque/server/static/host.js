"use strict";

document.documentElement.dataset.theme = localStorage.getItem("theme") || "auto"; // as the big page has it

const WORDS = {
  fr: {
    other: "English", title: "Tenir la maison", stranger: "Cette page est pour l’hôte de la maison. Le lien est dans la fenêtre où la maison a été ouverte (lumitheque serve) ; il ne sert qu’une fois.",
    doors: "Les portes", code: "Code de la maison (vide : ouverte à tous)", days: "Jours avant de ranger une table sans partie : jamais commencée, ou fermée avant la fin (0 : jamais)",
    finished_days: "Jours avant de ranger une partie finie (0 : jamais)", swept: "Ce qui va partir",
    swept_note: "Une partie en cours reste toujours. Une table rangée peut être reprise pendant 14 jours, puis elle est effacée.",
    aside_on: "sera rangée le", removed_on: "de côté ; sera effacée le", restore: "Reprendre",
    keep: "Garder", kept: "C’est noté.", link: "Un lien pour un autre appareil", tables: "Les tables", people: "Les gens", more: "Suite",
    people_note: "Une personne renvoyée peut revenir avec un autre navigateur : un code de la maison l’en empêche.",
    leave: "N’être plus l’hôte ici", close: "Fermer", remove_table: "Effacer", free: "Libérer", back: "Rendre", seat: "siège",
    remove: "Renvoyer", readmit: "Laisser revenir", forget: "Effacer ses données", sure: "Vraiment ? Cela ne se défait pas.",
    here: "présent", removed: "renvoyé", paused: "en pause", sockets: "connexions", open: "ouverte", playing: "en cours", over: "finie", closed: "fermée",
    aside: "Mises de côté", aside_note: "Ces tables ne peuvent pas être ouvertes par cette version ; le reste de la maison n’en souffre pas. « lumitheque doctor » dit ce qu’elles ont, et sauve ce qui est entier.", in_all: "en tout",
  },
  en: {
    other: "Français", title: "Keeping the house", stranger: "This page is for the host of the house. The link is in the window where the house was opened (lumitheque serve); it works once.",
    doors: "The doors", code: "House code (empty: open to all)", days: "Days until a table without a game is put away: never started, or closed before the end (0: never)",
    finished_days: "Days until a finished game is put away (0: never)", swept: "What will go",
    swept_note: "A game that runs always stays. A table that was put away can be had back for 14 days, then it is deleted.",
    aside_on: "will be put away on", removed_on: "put away; will be removed on", restore: "Have it back",
    keep: "Keep", kept: "Noted.", link: "A link for another device", tables: "Tables", people: "People", more: "More",
    people_note: "Somebody who was removed can come back with another browser: a house code prevents that.",
    leave: "Stop being the host here", close: "Close", remove_table: "Delete", free: "Free", back: "Hand back", seat: "seat",
    remove: "Remove", readmit: "Let back in", forget: "Delete their data", sure: "Really? This cannot be undone.",
    here: "here", removed: "removed", paused: "paused", sockets: "connections", open: "open", playing: "in play", over: "over", closed: "closed",
    aside: "Set aside", aside_note: "These tables cannot be opened by this version; the rest of the house does not suffer. “lumitheque doctor” says what is the matter with them, and rescues what is whole.", in_all: "in all",
  },
};
const at = (id) => document.getElementById(id);
let language = localStorage.getItem("language") || (navigator.language.startsWith("fr") ? "fr" : "en");
const say = (key) => WORDS[language][key];

const ask = async (verb, path, body) => {
  const words = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(`/api/host${path}`, { method: verb, ...words });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told[`sentence_${language}`]);
  return told;
};

// Whatever goes wrong is said; nothing is half shown.
const doing = (work) => async (event) => {
  event?.preventDefault();
  try {
    at("said").textContent = (await work()) || "";
  } catch (error) {
    at("said").textContent = error.message;
  }
};

const button = (label, work) => {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", doing(work));
  return made;
};

const row = (place, ...cells) => {
  const line = at(place).insertRow();
  for (const cell of cells) line.insertCell().append(...[cell].flat());
};

const pages = { tables: null, people: null };

const showTables = async (again) => {
  if (again) at("tables").replaceChildren();
  const before = again || !pages.tables ? "" : `?before=${encodeURIComponent(pages.tables)}`;
  const told = await ask("GET", `/tables${before}`);
  pages.tables = told.more || null;
  at("more-tables").hidden = !pages.tables;
  for (const table of told.tables) {
    const path = `/tables/${table.id}`;
    const seats = [...Array(table.seats).keys()];
    const names = (table.people || []).map((person) => told.names[person]).join(", ");
    const acts = [];
    if (table.status === "open" || table.status === "playing") {
      acts.push(button(say("close"), async () => { await ask("POST", `${path}/close`); await showTables(true); }));
      for (const seat of seats) acts.push(button(`${say("free")} ${seat + 1}`, async () => { await ask("POST", `${path}/seats/${seat}/free`); await showTables(true); }));
    }
    if (table.status === "playing") {
      for (const seat of seats) acts.push(button(`${say("back")} ${seat + 1}`, async () => { await ask("POST", `${path}/seats/${seat}/hand_back`); await showTables(true); }));
    }
    acts.push(button(say("remove_table"), async () => {
      if (!window.confirm(say("sure"))) return;
      await ask("DELETE", path);
      await showTables(true);
    }));
    row("tables", table.game, say(table.status), names, acts);
  }
};

const showSwept = async () => {
  const told = await ask("GET", "/swept");
  at("swept").replaceChildren();
  at("sweeping").hidden = told.tables.length === 0;
  for (const { table, at: when, aside } of told.tables) {
    const names = (table.people || []).map((person) => told.names[person]).join(", ");
    const date = new Date(when).toLocaleDateString(language);
    const acts = aside ? [button(say("restore"), async () => { await ask("POST", `/tables/${table.id}/restore`); await showSwept(); await showTables(true); })] : [];
    row("swept", table.game, names, `${say(aside ? "removed_on" : "aside_on")} ${date}`, acts);
  }
};

const showPeople = async (again) => {
  if (again) at("people").replaceChildren();
  const after = again || !pages.people ? "" : `?after=${encodeURIComponent(pages.people)}`;
  const told = await ask("GET", `/people${after}`);
  pages.people = told.more || null;
  at("more-people").hidden = !pages.people;
  for (const person of told.people) {
    const path = `/people/${person.id}`;
    const where = person.removed ? say("removed") : person.here ? say("here") : new Date(person.seen_at).toLocaleString(language);
    const door = person.removed ? "readmit" : "remove";
    row("people", person.name, where, [
      button(say(door), async () => { await ask("POST", `${path}/${door}`); await showPeople(true); }),
      button(say("forget"), async () => {
        if (!window.confirm(say("sure"))) return;
        await ask("DELETE", path);
        await showPeople(true);
      }),
    ]);
  }
};

const showAside = (house) => {
  at("aside").hidden = !house.set_aside_count && !house.damage.length;
  at("damage").textContent = house.damage.join("\n");
  at("set-aside").replaceChildren();
  for (const { table, problem } of house.set_aside) {
    row("set-aside", table.slice(0, 6), problem, button(say("remove_table"), async () => {
      if (!window.confirm(say("sure"))) return;
      await ask("DELETE", `/tables/${table}`);
      await show();
    }));
  }
  if (house.set_aside_count > house.set_aside.length) row("set-aside", "…", `${house.set_aside_count} ${say("in_all")}`);
};

const show = async () => {
  document.documentElement.lang = language;
  at("language").textContent = say("other");
  for (const place of document.querySelectorAll("[data-say]")) place.textContent = say(place.dataset.say);
  const me = await (await fetch("/api/me")).json();
  at("stranger").hidden = me.host;
  at("house").hidden = !me.host;
  if (!me.host) return;
  const house = await ask("GET", "");
  at("code").value = house.house_code || "";
  at("days").value = house.keep_days;
  at("finished-days").value = house.finished_days;
  at("numbers").textContent = `${house.sockets} ${say("sockets")}${house.paused ? ` · ${say("paused")}` : ""}`;
  showAside(house);
  await showSwept();
  await showTables(true);
  await showPeople(true);
};

at("language").addEventListener("click", doing(async () => { language = language === "fr" ? "en" : "fr"; await show(); }));
at("doors").addEventListener("submit", doing(async () => {
  await ask("PATCH", "", { house_code: at("code").value, keep_days: Number(at("days").value), finished_days: Number(at("finished-days").value) });
  await showSwept();
  return say("kept");
}));
at("link").addEventListener("click", doing(async () => { at("shown").textContent = (await ask("POST", "/link")).link; }));
at("leave").addEventListener("click", doing(async () => { await ask("POST", "/leave"); await show(); }));
at("more-tables").addEventListener("click", doing(() => showTables(false)));
at("more-people").addEventListener("click", doing(() => showPeople(false)));

// The code of the link is behind the #, which browsers do not send: it stays out of logs and histories.
const code = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
doing(async () => {
  if (code) await ask("POST", "/enter", { code }).catch((error) => { at("said").textContent = error.message; });
  await show();
})();
