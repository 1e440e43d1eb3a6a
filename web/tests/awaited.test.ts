/** Whatever a page waits for may be refused: a house that closes its door, or is away. Then it says so. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");
const TOKENS = /\{#await (?<what>.*)|\{:catch|\{\/await\}/g;
const SCRIPT = /^(import|part\.(breakdown|picture))\(/; // if it cannot be had, the page is lost: house/version.svelte.ts
const PAGES = (readdirSync(SRC, { recursive: true }) as string[]).filter((path) => path.endsWith(".svelte"));

/** What is awaited in the markup without anything for the case that it is refused; scripts of the page apart. */
function unheeded(text: string): string[] {
  const open: { what: string; heeded: boolean }[] = [];
  const found: string[] = [];
  const tokens = [...text.replaceAll("{#await", "\n{#await").replaceAll("{/await}", "\n{/await}").matchAll(TOKENS)];
  for (const token of tokens) {
    const what = token.groups?.["what"];
    if (what !== undefined) open.push({ what, heeded: SCRIPT.test(what) });
    else if (token[0] === "{:catch") open.at(-1)!.heeded = true;
    else {
      const { what: closed, heeded } = open.pop()!;
      if (!heeded) found.push(closed);
    }
  }
  return found;
}

test("what is not heeded is found", () => {
  const inner = "{#await import('./A.svelte') then { default: A }}<A />{/await}";
  expect(unheeded(`{#await theShelf() then games}${inner}{/await}`)).toEqual(["theShelf() then games}"]);
  expect(unheeded(`{#await theShelf() then games}${inner}{:catch}no{/await}`)).toEqual([]);
});

test.each(PAGES)("%s heeds refusals", (path) => {
  expect(unheeded(readFileSync(join(SRC, path), "utf8"))).toEqual([]);
});
