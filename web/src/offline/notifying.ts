/**
 * Notifications: what the service worker shows when the house pushes something, and what becomes of a tap on it. The
 * page has its own shown in the same way while it is hidden, so that each table has one notification at most.
 */
import type { NoticesTold } from "../house/types";
import { subscribe } from "./push";

/** What the house pushes (notices/push.py). */
export interface Pushed {
  title: string;
  body: string;
  url: string;
  tag: string; // the table: a newer notification takes the place of an older one
}

// The types of the DOM, which the rest of the page is checked with, leave these out.
export interface Window {
  url: string;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
}
export interface Windows {
  matchAll(which: { type: "window"; includeUncontrolled: true }): Promise<Window[]>;
  openWindow(url: string): Promise<unknown>;
}

/** `root`: the folder of the page. */
export const show = (on: ServiceWorkerRegistration, { title, body, url, tag }: Pushed, root: string): Promise<void> =>
  on.showNotification(title, { body, tag, icon: `${root}icon-192.png`, badge: `${root}badge-96.png`, data: { url } });

/** On a site of plain files the fragment tells tables apart. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.pathname === b.pathname && a.hash === b.hash;
}

async function pagesOf(url: string, windows: Windows): Promise<Window[]> {
  const all = await windows.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter((page) => isSame(page.url, url));
}

/** Shows what was pushed, unless it is before somebody's eyes. */
export async function tell(on: ServiceWorkerRegistration, pushed: Pushed, windows: Windows): Promise<void> {
  const pages = await pagesOf(pushed.url, windows);
  if (!pages.some(({ visibilityState }) => visibilityState === "visible")) await show(on, pushed, on.scope);
}

/** Leads to the table, where it is open already if it is. */
export async function follow(notification: Notification, windows: Windows): Promise<void> {
  notification.close();
  const { url } = notification.data as { url: string };
  const [page] = await pagesOf(url, windows);
  await (page ? page.focus() : windows.openWindow(url));
}

/**
 * The browser gave up a subscription: the house gets the new one, if it still tells by the old one. A browser may not
 * say which that was; the house then forgets it when it fails.
 */
export async function renewSubscription(on: ServiceWorkerRegistration, before: PushSubscription | null): Promise<void> {
  const path = `${on.scope}api/me/notices`;
  const { channels, push_key } = (await (await fetch(path)).json()) as NoticesTold;
  const old = channels.find(({ endpoint }) => endpoint === before?.endpoint);
  if (before && !old) return;
  const body = JSON.stringify(await subscribe(on.pushManager, push_key));
  await fetch(`${path}/push`, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (old) await fetch(`${path}/${old.id}`, { method: "DELETE" });
}
