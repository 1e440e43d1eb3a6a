/** Registers the service worker, when the page has shown itself. Browsers have them on secure pages only. */
import { at } from "../house/place";
import type { Message } from "./service";

const say = (to: ServiceWorker | null, message: Message) => to?.postMessage(message, []);

/** `address` is that of the script that the page began with. */
export function register(address: string): void {
  const begin = () => void take(address).catch(() => {}); // a browser that refuses has the page online, as before
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
}

async function take(address: string): Promise<void> {
  const registration = await navigator.serviceWorker.register(at("/service.js"), { updateViaCache: "none" });
  say(registration.waiting, { do: "renew", script: `assets/${address.split("/").at(-1)}` });
  if (navigator.serviceWorker.controller) return;
  const { active } = await navigator.serviceWorker.ready;
  const seen = performance.getEntriesByType("resource").map(({ name }) => name); // before there was a worker
  say(active, { do: "seen", urls: [...new Set(seen)] });
}
