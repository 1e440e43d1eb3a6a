/** Which language the house and the page speak here. The choice is a cookie, which the browser says with every request; a
 *  site has files in each language, and the choice stays on the device. */
import { drop, recall } from "../parts/device";
import { language, type Language } from "../words/language.svelte";
import { get } from "./http";
import { live } from "./live.svelte";
import { me } from "./me.svelte";
import { chooseSiteLanguage, isSite } from "./place";
import type { WordsTold } from "./types";
import { reworded } from "./worded.svelte";

const COOKIE = "lumitheque_language";
const KEPT = "language"; // where earlier versions kept the choice
const YEAR = 365 * 24 * 3600; // seconds
const AGAIN = 1500; // milliseconds

function keep(code: Language): void {
  if (isSite) return chooseSiteLanguage(code);
  document.cookie = `${COOKIE}=${encodeURIComponent(code)}; path=/; max-age=${YEAR}; samesite=lax`;
}

/** Learns to speak, before anything is shown. */
export async function begin(): Promise<void> {
  const kept = isSite ? null : recall(KEPT);
  if (kept) {
    keep(kept);
    drop(KEPT);
  }
  for (;;) {
    try {
      return language.learn(await get<WordsTold>("/api/words"));
    } catch {
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

/** From now on in another language: what is shown is reworded where it stands. */
export async function speak(code: Language): Promise<void> {
  keep(code);
  const [told, reword] = await Promise.all([get<WordsTold>("/api/words"), reworded()]);
  language.learn(told);
  reword();
  live.speak(code);
  await me.change({ language: code }); // for the next device
}
