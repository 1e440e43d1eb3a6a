/** Day, night, or as the system has it: chosen by a click, remembered, applied to the whole page at once. */
import { keep, recall } from "./device";

export const THEMES = ["auto", "day", "night"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = "theme";
const GROUND = { day: "#f6efe2", night: "#1c1815" }; // --ground, for the browser's own frame
const dark = matchMedia("(prefers-color-scheme: dark)");

class Lighting {
  chosen = $state<Theme>(THEMES.find((theme) => theme === recall(KEPT)) ?? "auto");
  #systemIsDark = $state(dark.matches);
  /** What is seen: day or night. */
  now = $derived<"day" | "night">(this.chosen === "auto" ? (this.#systemIsDark ? "night" : "day") : this.chosen);

  constructor() {
    dark.addEventListener("change", () => {
      this.#systemIsDark = dark.matches;
      this.#light();
    });
    this.#light();
  }

  choose(theme: Theme): void {
    this.chosen = theme;
    keep(KEPT, theme);
    this.#light();
  }

  #light(): void {
    if (this.chosen === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = this.chosen;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", GROUND[this.now]);
  }
}

export const theme = new Lighting();
