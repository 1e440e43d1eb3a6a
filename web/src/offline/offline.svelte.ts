/** The page without network: whether this browser can, how much there is to keep, and keeping it all. */
import { theShelf } from "../house/games";
import { at, isSite, root, siteFile } from "../house/place";
import { language } from "../words/language.svelte";
import {
  answerKey,
  BESIDE,
  type Build,
  cacheOf,
  INDEX,
  keepAnswer,
  keepFiles,
  keepIndex,
  MODULES,
  type ModuleIndex,
  modulesOf,
  wantAll,
} from "./kept";
import type { Message } from "./service";

const COOKIE = /(?:^|; )lumitheque_language=([^;]*)/;
const CHANCE = 20_000; // milliseconds for the worker to be installed

type Wanted = { build: Build; index: ModuleIndex | null; answers: string[] };

const FOLDER = root.href;

/** The language as the service worker knows it: in the cookie, if one was chosen. */
const chosen = (): string => decodeURIComponent(COOKIE.exec(document.cookie)?.[1] ?? "");

/** What was built, as the worker that is in charge knows it. */
async function askBuild(): Promise<Build> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const message: Message = { do: "build" };
  active!.postMessage(message, [port2]);
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data as Build);
  });
}

/** Answers with the words, rules, lessons and exercises of every game, in the language of the moment. */
async function answersWanted(): Promise<string[]> {
  const names = (await theShelf()).map(({ name }) => name);
  const ofGames = names.flatMap((name) => [
    `/api/games/${name}`,
    `/api/games/${name}/lessons`,
    `/api/games/${name}/exercises`,
  ]);
  const paths = ["/api/words", "/api/games", ...(isSite ? [] : ["/api/me"]), ...ofGames];
  return paths.map((path) => new URL((isSite && siteFile(path, language.now)) || at(path), FOLDER).href);
}

class Offline {
  /** Whether this browser can keep the page, here. */
  readonly supported = import.meta.env.PROD && "serviceWorker" in navigator && "caches" in globalThis;
  /** Browsers give service workers to HTTPS and to localhost only. */
  readonly secure = globalThis.isSecureContext;
  /** Everything is kept: what was asked for, checked. */
  kept = $state(false);
  /** Bytes of all there is to keep; null until that is known. */
  size = $state<number | null>(null);
  /** Whether the games themselves are there to be kept. */
  hasGames = $state(false);
  #wanted: Wanted | null = null;

  /** Finds out how much there is, and whether it is kept already. Rejects if the worker does not come. */
  async look(): Promise<void> {
    const late = new Promise<never>((_, fail) => setTimeout(fail, CHANCE, new Error("no service worker")));
    const build = await Promise.race([askBuild(), late]);
    const index = await this.#index(build);
    this.#wanted = { build, index, answers: await answersWanted() };
    const sizes = [...Object.values(build.files), ...Object.values(index?.games ?? {}).map(({ bytes }) => bytes)];
    this.size = sizes.reduce((sum, bytes) => sum + bytes, 0);
    this.hasGames = index !== null;
    this.kept = await this.#isKept(this.#wanted);
  }

  /** As the house has it, or as it was kept. */
  async #index({ version }: Build): Promise<ModuleIndex | null> {
    const cache = await caches.open(cacheOf(version));
    try {
      return await keepIndex(cache, FOLDER);
    } catch {
      return ((await (await cache.match(FOLDER + INDEX))?.json()) as ModuleIndex | undefined) ?? null;
    }
  }

  /** Whether it is all there: a browser may have cleared some of it. */
  async #isKept({ build, index, answers }: Wanted): Promise<boolean> {
    const caught = await Promise.all(
      [cacheOf(build.version), MODULES].map(async (name) => (await caches.open(name)).keys()),
    );
    const there = new Set(caught.flat().map(({ url }) => url));
    const paths = [...Object.keys(build.files), ...(index ? modulesOf(index).map(([path]) => path) : [])];
    const keys = answers.map((url) => answerKey(url, chosen()));
    return [...paths.map((path) => FOLDER + path), ...keys].every((url) => there.has(url));
  }

  /** Keeps everything; rejects if there is no room or no network. What was kept until then stays. */
  async keepAll(onProgress: (bytes: number, size: number) => void): Promise<void> {
    await this.look();
    const { build, index, answers } = this.#wanted!;
    let done = 0;
    const progress = (bytes: number) => onProgress((done += bytes), this.size!);
    await navigator.storage?.persist?.().catch(() => false); // a wish: the browser may clear it all the same
    const cache = await caches.open(cacheOf(build.version));
    for (const url of answers) await keepAnswer(cache, url, chosen());
    const files: [string, number][] = [
      ...Object.entries(build.files),
      ...BESIDE.map((path): [string, number] => [path, 0]),
    ];
    await keepFiles(cache, FOLDER, files, progress);
    if (index) await keepFiles(await caches.open(MODULES), FOLDER, modulesOf(index), progress);
    await wantAll(FOLDER);
    this.kept = await this.#isKept(this.#wanted!);
  }
}

export const offline = new Offline();
