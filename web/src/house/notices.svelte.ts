/** How whoever sits here is told what happens outside the page: their channels, and this browser's push service. */
import { type Obstacle, obstacleIn, subscribe } from "../offline/push";
import { n } from "../words/notices";
import { ask, get, patch, post, Refusal } from "./http";
import type { Channel, MailWanted, NoticesTold, WebhookWanted } from "./types";

const ME = "/api/me/notices";
const CHANCE = 10_000; // milliseconds for the service worker to be there

/** Why nobody is told here after all, in the page's own words. */
const refuse = (code: "denied" | "dismissed" | "unanswered") =>
  new Refusal({ code, sentence: n().here[code], rule: null });

async function pushManager(): Promise<PushManager> {
  const late = new Promise<never>((_, fail) => setTimeout(fail, CHANCE, new Error("no service worker")));
  return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager;
}

/** The subscription that this browser has; null if it has none, or cannot. */
async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return (await registration?.pushManager?.getSubscription().catch(() => null)) ?? null;
}

export class Notices {
  told = $state.raw<NoticesTold | null>(null);
  obstacle = $state<Obstacle | null>(null);
  #endpoint = $state<string | null>(null);

  async look(): Promise<void> {
    this.#see();
    this.#endpoint = (await subscriptionHere())?.endpoint ?? null;
    this.told = await get<NoticesTold>(ME);
  }

  /** Whether a channel is that of this browser. */
  isHere({ endpoint }: Channel): boolean {
    return !!endpoint && endpoint === this.#endpoint;
  }

  #see(): void {
    const hasPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
    this.obstacle = obstacleIn({
      isSecure: window.isSecureContext,
      hasPush,
      permission: hasPush ? Notification.permission : "default",
      agent: navigator.userAgent,
      touches: navigator.maxTouchPoints > 1,
      isInstalled: matchMedia("(display-mode: standalone)").matches,
    });
  }

  /** Asks for the permission at once: browsers let a page ask only while they take it for the answer to a tap. */
  async beginHere(): Promise<void> {
    const permission = await Notification.requestPermission();
    this.#see();
    if (permission !== "granted") throw refuse(permission === "denied" ? "denied" : "dismissed");
    const key = (this.told ??= await get<NoticesTold>(ME)).push_key;
    const wanted = await pushManager()
      .then((manager) => subscribe(manager, key))
      .catch(() => null); // private windows, and browsers that cannot get through to their push service
    if (!wanted) throw refuse("unanswered");
    this.told = await post<NoticesTold>(`${ME}/push`, wanted);
    this.#endpoint = wanted.endpoint;
  }

  async addMail(mail: MailWanted): Promise<void> {
    this.told = await post<NoticesTold>(`${ME}/mail`, mail);
  }

  async confirm(channel: Channel, code: string): Promise<void> {
    this.told = await post<NoticesTold>(`${ME}/${channel.id}/confirm`, { code });
  }

  /** `daily`: the hour of the only mail of a day; null for one at each turn. */
  async change(channel: Channel, daily: string | null): Promise<void> {
    this.told = await patch<NoticesTold>(`${ME}/${channel.id}`, { daily, zone: zone() });
  }

  async addWebhook(webhook: WebhookWanted): Promise<void> {
    this.told = await post<NoticesTold>(`${ME}/webhook`, webhook);
  }

  /** Sends a test; a channel that had stopped goes on if it arrives. The house notes on the channel if it does not. */
  async test(channel: Channel): Promise<void> {
    try {
      this.told = await post<NoticesTold>(`${ME}/${channel.id}/test`);
    } catch (refusal) {
      if (refusal instanceof Refusal) await this.look().catch(() => {}); // the refusal says enough
      throw refusal;
    }
  }

  async drop(channel: Channel): Promise<void> {
    this.told = await ask<NoticesTold>("DELETE", `${ME}/${channel.id}`);
    if (!this.isHere(channel)) return;
    await (await subscriptionHere())?.unsubscribe().catch(() => false); // the house sends nothing there any more
    this.#endpoint = null;
  }

  async makeCalendar(): Promise<void> {
    this.told = await post<NoticesTold>("/api/me/calendar");
  }

  async dropCalendar(): Promise<void> {
    this.told = await ask<NoticesTold>("DELETE", "/api/me/calendar");
  }
}

/** Where this browser is, as in Europe/Paris: hours are meant there. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
