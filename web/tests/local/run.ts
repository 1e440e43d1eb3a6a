/** node run.js FOLDER GAME SETTINGS: the story of a game's module in a folder, for settings in a JSON file. */
import { readFileSync } from "node:fs";
import { Module, type Description } from "../../src/local/module";
import { story, type Setting } from "./walk";

const [folder, game, settings] = process.argv.slice(2) as [string, string, string];
const description = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8")) as Description;
const code = await WebAssembly.compile(readFileSync(`${folder}/${game}.wasm`));
const lines = await story(
  () => Module.load(code, description),
  JSON.parse(readFileSync(settings, "utf8")) as Setting[],
);
process.stdout.write(`${lines.join("\n")}\n`);
