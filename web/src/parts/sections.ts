/**
 * A rule page in sections: what stands before the first rule, then each rule or heading up to the next. Pictures are
 * named by comments, which other readers of the page leave out: `<!-- figure first/4 | caption -->` is the position of
 * the fourth step of the lesson `first`; a drawing of letters that follows at once is for those others.
 */
export interface Section {
  rule: string | null;
  heading: string | null; // of a part of the page
  text: string; // Markdown, with the rule's anchor
}
export interface FigureNamed {
  lesson: string;
  step: number; // from 1
  caption: string;
}

const BEGINNING = /(?=^<a id="[^"]+"><\/a>|^## )/m;
const NAME = /^<a id="([^"]+)">/;
const HEADING = /^## (.+)/;
const FIGURE = /^<!-- figure (\w+)\/(\d+) \| (.+?) -->\n(?:\n```[^]*?^```\n)?/m;
/** What options and their values are called in records: nobody needs it to play. */
const CODE_NAME = /[\s\u00a0]\(`[\w-]+`\)/g;

const CODED = /\n\n[^\n]*`[^`\n]+`[^\n]*\s*$/;
const WRITING = /^## (?:(?!^## )[^])*?<a id="\w+-00">(?:(?!^## )[^])*/m;

/** A page for whoever plays with the board: without how moves are written, unless that is what is pointed at. */
export function forPlayers(page: string, rule: string | null = null): string {
  return page.replace(CODED, "\n").replace(rule?.endsWith("-00") ? /$^/ : WRITING, "");
}

export function sections(page: string): Section[] {
  return page.split(BEGINNING).map((text) => ({
    rule: NAME.exec(text)?.[1] ?? null,
    heading: HEADING.exec(text)?.[1] ?? null,
    text: text.replace(CODE_NAME, ""),
  }));
}

/** Texts and pictures in turn. */
export function pieces(text: string): (string | FigureNamed)[] {
  const found = FIGURE.exec(text);
  if (!found) return [text];
  const [whole, lesson, step, caption] = found as unknown as [string, string, string, string];
  const before = text.slice(0, found.index);
  return [before, { lesson, step: Number(step), caption }, ...pieces(text.slice(found.index + whole.length))];
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const bare = (text: string) => text.replace(/<[^>]*>|[*`|#]|\]\([^)]*\)|\[/g, "").replace(/\s+/g, " ");

export interface Found {
  at: number; // which section
  rule: string | null;
  words: string; // around what was found
}

/** The sections in which a rule's id or all words occur, accents and capitals aside. */
export function search(all: Section[], wanted: string, most = 8): Found[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: Found[] = [];
  for (const [at, { rule, text }] of all.entries()) {
    const told = bare(text);
    const here = plain(`${rule ?? ""} ${told}`);
    if (!words.every((word) => here.includes(word))) continue;
    const place = Math.max(0, plain(told).indexOf(words[0]!) - 30);
    found.push({ at, rule, words: `${place > 0 ? "…" : ""}${told.slice(place, place + 110).trim()}…` });
  }
  return found.slice(0, most);
}
