/** A rule page in pieces: what stands before the first rule, then each rule up to the next. */
export interface Piece {
  rule: string | null;
  text: string; // Markdown, with the rule's anchor
}

const ANCHOR = /(?=<a id="[^"]+"><\/a>)/;
const NAME = /^<a id="([^"]+)">/;

export function pieces(page: string): Piece[] {
  return page.split(ANCHOR).map((text) => ({ rule: NAME.exec(text)?.[1] ?? null, text }));
}
