/** For a Worker: prepares and does what is to be measured, step by step, for benchmarks/page_modules.py, which has the clock. */
import { Module, type Description } from "../../src/local/module";
import { type Case, type Tasks, tasksOf } from "./bench_case";

type Step =
  | { code: string; description: Description; given: Case } // the module in base64
  | { prepare: "plies" | "simulations" }
  | { run: "plies" | "simulations" }
  | { worth: true };

let tasks: Tasks;

async function take(step: Step): Promise<number> {
  if ("prepare" in step) tasks[step.prepare].prepare();
  else if ("run" in step) return tasks[step.run].run();
  else if ("worth" in step) return tasks.worth();
  else {
    const bytes = Uint8Array.from(atob(step.code), (letter) => letter.charCodeAt(0));
    tasks = tasksOf(await Module.load(bytes, step.description), step.given);
  }
  return 0;
}

addEventListener("message", async ({ data }: MessageEvent<Step>) => postMessage(await take(data)));
