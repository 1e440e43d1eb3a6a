/** A finger leaves no hover behind: whatever changes under a pointer changes only where there is one. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const STYLED = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.(css|svelte)$/.test(name));

/** Selectors with :hover that stand in no `@media (hover: hover)`. */
function stray(style: string): string[] {
  const around: string[] = [];
  const found: string[] = [];
  for (const [, head = "", brace] of style.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{};]*)([{};])/g)) {
    if (brace === "}") around.pop();
    if (brace !== "{") continue;
    if (head.includes(":hover") && !around.some((one) => /@media[^{]*\(hover: hover\)/.test(one)))
      found.push(head.trim());
    around.push(head);
  }
  return found;
}

const styleOf = (name: string): string => {
  const text = readFileSync(`src/${name}`, "utf8");
  return name.endsWith(".css") ? text : (/<style[^>]*>(.*)<\/style>/s.exec(text)?.[1] ?? "");
};

test("what is looked for is found", () => {
  expect(stray("a { b { c:hover { d: e } } } @media (hover: hover) { f:hover { g: h } }")).toEqual(["c:hover"]);
  expect(STYLED.some((name) => styleOf(name).includes(":hover"))).toBe(true);
});

test("nothing hovers under a finger", () => {
  const found = STYLED.flatMap((name) => stray(styleOf(name)).map((rule) => `${name}: ${rule}`));
  expect(found).toEqual([]);
});
