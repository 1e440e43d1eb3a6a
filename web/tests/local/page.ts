/** For a page or a Worker: the story of a game's module beside it. */
import { Module, type Description } from "../../src/local/module";
import { story, type Setting } from "./walk";

interface Asked {
  code: string; // in base64
  description: Description;
  settings: Setting[];
}

async function told({ code, description, settings }: Asked): Promise<string[]> {
  const compiled = await WebAssembly.compile(Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0)));
  return story(() => Module.load(compiled, description), settings);
}

Object.assign(globalThis, { told });
if (typeof document === "undefined")
  addEventListener("message", ({ data }: MessageEvent<Asked>) => void told(data).then((lines) => postMessage(lines)));
