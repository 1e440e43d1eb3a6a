/** Which build of the page this tab runs, and whether the house serves another by now. */
import { at, isSite } from "./place";

const AGAIN = 30_000; // milliseconds within which a page that was just loaded again is not loaded once more
const KEPT = "reloaded"; // as in public/start.js

class Version {
  /** The house serves another build: this tab goes on, and is told. */
  isOld = $state(false);
  /** A part of this build is gone: this tab cannot go on. */
  isLost = $state(false);
  #own = "";

  /** The script that this tab began with; nothing while developing. */
  begin(address: string): void {
    if (import.meta.env.PROD) this.#own = address.split("/").at(-1)!;
    window.addEventListener("vite:preloadError", () => void this.#miss());
  }

  compare(served: string | undefined): void {
    if (this.#own && served) this.isOld = served !== this.#own;
  }

  /** A part could not be loaded. If the house is there, it was updated: the new page is loaded, once. */
  async #miss(): Promise<void> {
    const answers = await fetch(at(isSite ? "/start.js" : "/health"), { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
    const before = Number(sessionStorage.getItem(KEPT) ?? 0);
    if (answers && Date.now() - before > AGAIN) {
      sessionStorage.setItem(KEPT, String(Date.now()));
      location.reload();
    } else this.isLost = true;
  }
}

export const version = new Version();
