/** Builds the service worker, `service.js`, with a list of everything that was built. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import type { Build } from "./src/offline/kept";

const WORKER = join(import.meta.dirname, "src/offline/service.ts");

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** Loaded late so that the first visit is light, but there is no page without network without them. */
const LATER = ["house/device_line.ts", "offline/registering.ts"];

const contentOf = (part: Bundle[string]) => (part.type === "chunk" ? part.code : part.source);

/** The script that the page begins with, all that it loads at once, and what it needs when nobody answers. */
function firstOf(bundle: Bundle, entry: Chunk): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const part = bundle[name];
    if (!part || found.has(name)) return;
    found.add(name);
    if (part.type !== "chunk") return;
    part.viteMetadata?.importedCss.forEach((style) => found.add(style));
    part.imports.forEach(add);
  };
  add(entry.fileName);
  for (const [name, part] of Object.entries(bundle))
    if (part.type === "chunk" && LATER.some((end) => part.facadeModuleId?.endsWith(end))) add(name);
  return [...found];
}

/** What was built. The version changes with the content of any file, the page's document included. */
function told(bundle: Bundle): Build {
  const parts = Object.entries(bundle);
  parts.sort(([one], [other]) => (one < other ? -1 : 1));
  const entry = parts.map(([, part]) => part).find((part) => part.type === "chunk" && part.isEntry);
  if (entry?.type !== "chunk") throw new Error("the page begins with no script");
  const digest = createHash("sha256");
  const files: Build["files"] = {};
  for (const [name, part] of parts) {
    digest.update(name).update(contentOf(part));
    if (name.startsWith("assets/")) files[name] = Buffer.byteLength(contentOf(part));
  }
  const version = digest.digest("hex").slice(0, 16);
  return { version, files, first: firstOf(bundle, entry), entry: entry.fileName };
}

async function workerWith(list: Build): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: "warn",
    define: { BUILT_FILES: JSON.stringify(list) },
    build: {
      write: false,
      copyPublicDir: false,
      target: "es2022",
      rolldownOptions: { input: WORKER, output: { format: "iife" } },
    },
  });
  const { output } = (Array.isArray(made) ? made[0] : made) as Rolldown.RolldownOutput;
  return output[0].code;
}

export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post", // when the document is there, too
      async handler(_, bundle) {
        this.emitFile({ type: "asset", fileName: "service.js", source: await workerWith(told(bundle)) });
      },
    },
  };
}
