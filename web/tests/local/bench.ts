/** node bench.js FOLDER GAME CASE: plies and simulations per second of processor time, as JSON; see benchmarks/wasm.py. */
import { readFileSync } from "node:fs";
import { Module, type Description } from "../../src/local/module";
import { type Case, speedsOf } from "./bench_case";

const [folder, game, given] = process.argv.slice(2) as [string, string, string];
const description = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf8")) as Description;
const m = await Module.load(readFileSync(`${folder}/${game}.wasm`), description);
const clock = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
process.stdout.write(JSON.stringify(speedsOf(m, JSON.parse(readFileSync(given, "utf8")) as Case, clock)));
