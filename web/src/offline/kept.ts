/**
 * What this device keeps for a time without network, and under which names. The page and its service worker share it.
 *
 * What belongs to one build of the page (document, scripts, answers of the house, the index of modules) is in a cache
 * of that build: a new build never meets old words. Modules have digests in their names, and outlive builds.
 */
export type Build = {
  version: string;
  files: Record<string, number>; // paths of built files, with their bytes
  first: string[]; // those that the page begins with
  entry: string; // the first of them, which the document names
};

/** /local/index.json: modules, facts and words that the house on this device is made of. */
export type ModuleIndex = {
  games: Record<string, { wasm: string; facts: string; bytes: number }>;
  words: Record<string, string>;
};

export type Progress = (bytes: number) => void;

const PAGES = "lumitheque-page-";
const MARK = "kept"; // in the cache of modules: somebody asked for everything
const AT_ONCE = 4;

export const MODULES = "lumitheque-modules";
export const INDEX = "local/index.json";
export const DOCUMENT = ""; // the folder of the page itself
export const BESIDE = ["start.js", "manifest.webmanifest", "icon.svg", "icon-192.png", "icon-512.png", "badge-96.png"];

export const cacheOf = (version: string): string => PAGES + version;
export const isOldCache = (name: string, version: string): boolean =>
  name.startsWith(PAGES) && name !== cacheOf(version);

// A site of plain files has the answers as files, with the language in their names.
const ANSWER = /^api\/(words|me|games(\/[\w-]+(\/(lessons|exercises))?)?)(\.[\w-]+\.json)?$/;
const MODULE = /^local\/[\w-]+\.[0-9a-f]{16}\.(wasm|json)$/;
const ADDRESS = /^(index\.html|study|me|host|link|exercises|(table|replay|review|learn|rules|exercises)\/.*)?$/;

export type Kind = "file" | "module" | "beside" | "answer" | "document";

/** How a path below the page's folder is kept; null: never touched. */
export function kindOf(path: string, isVisit: boolean): Kind | null {
  if (isVisit) return ADDRESS.test(path) ? "document" : null;
  if (path.startsWith("assets/")) return "file";
  if (MODULE.test(path)) return "module";
  if (path === INDEX || BESIDE.includes(path)) return "beside";
  return ANSWER.test(path) ? "answer" : null;
}

/** The key of an answer. The house chooses its words by a cookie, so that one address has several answers. */
export const answerKey = (url: string, language: string): string => `${url}?language=${language}`;

/** The files of an index, with their bytes as far as they are told: of a game both at once. */
export function modulesOf({ games, words }: ModuleIndex): [path: string, bytes: number][] {
  const ofGames = Object.values(games).flatMap(({ wasm, facts, bytes }): [string, number][] => [
    [`local/${wasm}`, bytes],
    [`local/${facts}`, 0],
  ]);
  return [...ofGames, ...Object.values(words).map((name): [string, number] => [`local/${name}`, 0])];
}

/** Keeps what is not kept yet; rejects if something cannot be had, or if there is no room. */
export async function keepFiles(
  cache: Cache,
  root: string,
  files: [path: string, bytes: number][],
  progress: Progress = () => {},
): Promise<void> {
  const waiting = [...files];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const url = root + next[0];
      if (!(await cache.match(url))) await cache.add(url);
      progress(next[1]);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Asks for an answer and keeps it under its language. */
export async function keepAnswer(cache: Cache, url: string, language: string): Promise<void> {
  const answer = await fetch(url, { headers: { accept: "application/json" } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  await cache.put(answerKey(url, language), answer);
}

/** The index as the house has it now, which is kept; null if it has no modules. */
export async function keepIndex(cache: Cache, root: string): Promise<ModuleIndex | null> {
  const answer = await fetch(root + INDEX, { cache: "no-cache" });
  if (!answer.ok) return null;
  await cache.put(root + INDEX, answer.clone());
  return (await answer.json()) as ModuleIndex;
}

export const isAllWanted = async (root: string): Promise<boolean> =>
  !!(await (await caches.open(MODULES)).match(root + MARK));

export async function wantAll(root: string): Promise<void> {
  await (await caches.open(MODULES)).put(root + MARK, new Response(""));
}

/** Removes modules that no index names any more. */
export async function dropOldModules(root: string, index: ModuleIndex): Promise<void> {
  const cache = await caches.open(MODULES);
  const named = new Set([MARK, ...modulesOf(index).map(([path]) => path)].map((path) => root + path));
  for (const { url } of await cache.keys()) if (!named.has(url)) await cache.delete(url);
}
