/** The language of this browser: chosen by its settings, switched by a click, remembered. */
export type Language = "fr" | "en";

const KEPT = "language";

function wanted(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === "fr" || kept === "en") return kept;
  const first = navigator.languages.find((tag) => /^(fr|en)\b/i.test(tag));
  return first?.toLowerCase().startsWith("en") ? "en" : "fr";
}

class Speaking {
  now = $state<Language>(wanted());

  choose(language: Language): void {
    this.now = language;
    localStorage.setItem(KEPT, language);
  }
}

export const language = new Speaking();

/** Words in every language, as a function that gives those of the moment. */
export const inLanguage = <Words>(all: Record<Language, Words>) => (): Words => all[language.now];
