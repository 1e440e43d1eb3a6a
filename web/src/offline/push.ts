/** This browser's push service: whether it can be used here, and how a house gets to it. The page and its service worker share it. */
import type { PushWanted } from "../house/types";

/** What keeps this browser from being told anything. Each has its sentence, `[here]` of notices.toml. */
export type Obstacle = "insecure" | "home_screen" | "unsupported" | "denied";

export interface Surroundings {
  isSecure: boolean;
  hasPush: boolean;
  permission: NotificationPermission;
  agent: string;
  touches: boolean;
  isInstalled: boolean;
}

/** iPhones and iPads, which say that they are Macs, have push services for pages of the home screen alone. */
export function obstacleIn({ isSecure, hasPush, permission, agent, touches, isInstalled }: Surroundings) {
  const isApple = /iPhone|iPad|iPod/.test(agent) || (agent.includes("Macintosh") && touches);
  if (!isSecure) return "insecure";
  if (!hasPush) return isApple && !isInstalled ? "home_screen" : "unsupported";
  return permission === "denied" ? "denied" : null;
}

const BROWSERS = {
  Edg: "Edge",
  OPR: "Opera",
  SamsungBrowser: "Samsung Internet",
  Firefox: "Firefox",
  FxiOS: "Firefox",
};
const OTHERS = { Chrome: "Chrome", CriOS: "Chrome", Safari: "Safari" }; // browsers of before call themselves so, too
const SYSTEMS = {
  iPhone: "iPhone",
  iPad: "iPad",
  Android: "Android",
  Windows: "Windows",
  Macintosh: "Mac",
  CrOS: "ChromeOS",
  Linux: "Linux",
};

/** What its owner will know this browser by, in a list: "Firefox, Android". */
export function deviceName(agent: string): string {
  const find = (names: Record<string, string>) => Object.entries(names).find(([mark]) => agent.includes(mark))?.[1];
  return [find({ ...BROWSERS, ...OTHERS }), find(SYSTEMS)].filter(Boolean).join(", ");
}

/** As the house writes keys. */
const base64 = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Subscribes with the house's key. A subscription for another key, of a house that was here before, is given up. */
export async function subscribe(manager: PushManager, key: string): Promise<PushWanted> {
  const before = await manager.getSubscription();
  const keyBefore = before?.options.applicationServerKey;
  if (before && (!keyBefore || base64(keyBefore) !== key)) await before.unsubscribe();
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { p256dh, auth } = subscription.toJSON().keys as { p256dh: string; auth: string };
  return { endpoint: subscription.endpoint, p256dh, auth, device: deviceName(navigator.userAgent) };
}
