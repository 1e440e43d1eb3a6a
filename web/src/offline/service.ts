/**
 * The service worker: the page without network. What has a digest in its name is kept once seen; documents and some
 * answers of the house are asked for first, and taken from what is kept if nobody answers. Nothing else is touched.
 * What the house pushes is shown as a notification.
 *
 * A new version waits until no page of the one before is open, or until a page of its own build starts alone.
 */
import {
  answerKey,
  BESIDE,
  type Build,
  cacheOf,
  DOCUMENT,
  dropOldModules,
  INDEX,
  isAllWanted,
  isOldCache,
  keepAnswer,
  keepFiles,
  keepIndex,
  kindOf,
  MODULES,
  type ModuleIndex,
  modulesOf,
} from "./kept";
import { follow, type Pushed, renewSubscription, tell, type Windows } from "./notifying";

// The types of the DOM, which the rest of the page is checked with, leave these out.
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Lasting {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Lasting {
  data: Message;
  ports: readonly MessagePort[];
}
interface Pushing extends Lasting {
  data: { json(): Pushed };
}
interface Tapped extends Lasting {
  notification: Notification;
}
interface Resubscribing extends Lasting {
  oldSubscription: PushSubscription | null;
}
interface Worker {
  registration: ServiceWorkerRegistration;
  clients: Windows & { claim(): Promise<void> };
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
  skipWaiting(): Promise<void>;
  addEventListener(what: "install" | "activate", does: (event: Lasting) => void): void;
  addEventListener(what: "fetch", does: (event: Asked) => void): void;
  addEventListener(what: "message", does: (event: Told) => void): void;
  addEventListener(what: "push", does: (event: Pushing) => void): void;
  addEventListener(what: "notificationclick", does: (event: Tapped) => void): void;
  addEventListener(what: "pushsubscriptionchange", does: (event: Resubscribing) => void): void;
}

export type Message = { do: "build" } | { do: "seen"; urls: string[] } | { do: "renew"; script: string };

declare const BUILT_FILES: Build; // offline_plugin.ts puts it in place
const worker = globalThis as unknown as Worker;
const BUILD = BUILT_FILES;
const ROOT = worker.registration.scope;
const PAGE = cacheOf(BUILD.version);
const PATIENCE = { document: 3000, beside: 3000, answer: 5000 }; // milliseconds before what is kept stands in
const LOOKS = 20;
const LOOK_AGAIN = 500; // milliseconds
const AWAY = [502, 504]; // a proxy answers for a house that is gone

const pathOf = (url: string): string | null => {
  const { origin, pathname } = new URL(url);
  const plain = origin + pathname;
  return plain.startsWith(ROOT) ? plain.slice(ROOT.length) : null;
};

/** The language that somebody chose; "" if none was, or if the browser does not let workers know. */
const chosen = async (): Promise<string> => (await worker.cookieStore?.get("lumitheque_language"))?.value ?? "";

// --- taking over -----------------------------------------------------------------------------------------------------

/** Keeps what the page begins with, and what the version before kept. If it fails, this version is tried again later,
 * and the page goes on as before. */
async function install(): Promise<void> {
  const cache = await caches.open(PAGE);
  await keepDocument(cache);
  const old = (await caches.keys()).filter((name) => isOldCache(name, BUILD.version));
  for (const name of old) await takeFrom(await caches.open(name), cache);
  const all = await isAllWanted(ROOT);
  const files = all ? Object.keys(BUILD.files) : BUILD.first;
  await keepFiles(
    cache,
    ROOT,
    [...files, ...BESIDE].map((path) => [path, 0]),
  );
  const index = all && (await keepIndex(cache, ROOT));
  if (index) await keepFiles(await caches.open(MODULES), ROOT, modulesOf(index));
}

/** The document must be of this build, too: the house may just have got another one. */
async function keepDocument(cache: Cache): Promise<void> {
  const document = await fetch(ROOT + DOCUMENT, { cache: "no-cache" });
  if (!(await document.clone().text()).includes(BUILD.entry)) throw new Error("the page is of another build");
  await cache.put(ROOT + DOCUMENT, document);
}

/** Files that did not change are copied; answers are asked for anew, as they must fit to this build. */
async function takeFrom(old: Cache, cache: Cache): Promise<void> {
  const language = await chosen();
  for (const { url } of await old.keys()) {
    const path = pathOf(url);
    if (path === null) continue;
    const kept = BUILD.files[path] === undefined ? undefined : await old.match(url);
    if (kept) await cache.put(url, kept);
    else if (kindOf(path, false) === "answer") await keepAnswer(cache, ROOT + path, language);
  }
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (isOldCache(name, BUILD.version)) await caches.delete(name);
  const index = await (await caches.open(PAGE)).match(ROOT + INDEX);
  if (index) await dropOldModules(ROOT, (await index.json()) as ModuleIndex);
  await worker.clients.claim();
}

// --- answering -------------------------------------------------------------------------------------------------------

/** Storage that is full or blocked must not spoil an answer that is there: the page goes on with the network. */
async function keepQuietly(name: string, key: string, answer: Response): Promise<void> {
  try {
    await (await caches.open(name)).put(key, answer);
  } catch {
    // deliberately: see above
  }
}

async function find(name: string, key: string, loosely = false): Promise<Response | undefined> {
  try {
    return await (await caches.open(name)).match(key, { ignoreSearch: loosely });
  } catch {
    return undefined; // a browser that blocks its store keeps nothing
  }
}

async function keptFirst(event: Asked, name: string): Promise<Response> {
  const kept = await find(name, event.request.url);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(keepQuietly(name, event.request.url, answer.clone()));
  return answer;
}

/** What the network says, unless it is away or too slow, and something is kept. */
async function networkFirst(
  coming: Promise<Response>,
  patience: number,
  kept: () => Promise<Response | undefined>,
): Promise<Response> {
  const late = new Promise<null>((done) => setTimeout(done, patience, null));
  const answer = await Promise.race([coming, late]).catch(() => null);
  if (answer && !AWAY.includes(answer.status)) return answer;
  return (await kept()) ?? coming;
}

async function answered(event: Asked, path: string): Promise<Response> {
  const { method } = event.request;
  const language = await chosen();
  const key = answerKey(ROOT + path, language);
  const coming = fetch(event.request).then((answer) => {
    if (answer.status === 200 && method !== "DELETE") event.waitUntil(keepQuietly(PAGE, key, answer.clone()));
    if (answer.ok && method === "DELETE") event.waitUntil(forget(path));
    return answer;
  });
  if (method !== "GET") return coming;
  return networkFirst(
    coming,
    PATIENCE.answer,
    async () => (await find(PAGE, key)) ?? find(PAGE, ROOT + path, true), // better in another language than not at all
  );
}

/** Whoever asked to be forgotten is not kept here, either. */
async function forget(path: string): Promise<void> {
  await (await caches.open(PAGE)).delete(ROOT + path, { ignoreSearch: true });
}

async function besidePage(event: Asked, path: string): Promise<Response> {
  const coming = fetch(event.request).then((answer) => {
    if (answer.status === 200) event.waitUntil(keepQuietly(PAGE, ROOT + path, answer.clone()));
    return answer;
  });
  return networkFirst(coming, PATIENCE.beside, () => find(PAGE, ROOT + path));
}

worker.addEventListener("fetch", (event) => {
  const { url, method, mode } = event.request;
  const path = pathOf(url);
  const kind = path === null ? null : kindOf(path, mode === "navigate");
  if (path === null || kind === null) return;
  const isMe = path === "api/me" && (method === "PATCH" || method === "DELETE"); // it changes what is kept
  if (method !== "GET" && !isMe) return;
  if (kind === "file") event.respondWith(keptFirst(event, PAGE));
  else if (kind === "module") event.respondWith(keptFirst(event, MODULES));
  else if (kind === "answer") event.respondWith(answered(event, path));
  else if (kind === "beside") event.respondWith(besidePage(event, path));
  else
    // Only the document of this build is kept, never a newer one: its scripts might not be.
    event.respondWith(networkFirst(fetch(event.request), PATIENCE.document, () => find(PAGE, ROOT + DOCUMENT)));
});

// --- talking with the page -------------------------------------------------------------------------------------------

/** What a page loaded before this worker was there. */
async function keepSeen(urls: string[]): Promise<void> {
  const cache = await caches.open(PAGE);
  const language = await chosen();
  for (const url of urls) {
    const path = pathOf(url);
    const kind = path === null ? null : kindOf(path, false);
    try {
      if (kind === "file") await keepFiles(cache, ROOT, [[path!, 0]]);
      else if (kind === "answer") await keepAnswer(cache, ROOT + path!, language);
    } catch {
      // no room, or no network any more: what is not kept now is kept when it is seen again
    }
  }
}

/** A page of this very build starts, and no other is open: nobody is in mid-game with the version before. */
async function renew(script: string): Promise<void> {
  if (script !== BUILD.entry) return;
  for (let look = 0; look < LOOKS; look++) {
    if ((await worker.clients.matchAll({ type: "window", includeUncontrolled: true })).length <= 1)
      return worker.skipWaiting();
    await new Promise((done) => setTimeout(done, LOOK_AGAIN)); // a page that was just closed counts for a moment
  }
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => {
  const message = event.data;
  if (message.do === "build") event.ports[0]?.postMessage(BUILD);
  else if (message.do === "seen") event.waitUntil(keepSeen(message.urls));
  else if (message.do === "renew") event.waitUntil(renew(message.script));
});

// --- notices ---------------------------------------------------------------------------------------------------------

const { registration, clients } = worker;
worker.addEventListener("push", (event) => event.waitUntil(tell(registration, event.data.json(), clients)));
worker.addEventListener("notificationclick", (event) => event.waitUntil(follow(event.notification, clients)));
worker.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(renewSubscription(registration, event.oldSubscription)),
);
