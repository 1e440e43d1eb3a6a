/** The page speaks in tests as it does in the house: every language is learnt from its folders; French is spoken. */
import { language } from "../src/words/language.svelte";
import { CODES, FILES, type Tree } from "./folders";

for (const code of CODES) {
  const own = FILES.filter((file) => file.language === code);
  const named = (files: typeof own): Tree => Object.fromEntries(files.map(({ name, words }) => [name, words]));
  const [page, boards] = [named(own.filter(({ isBoard }) => !isBoard)), named(own.filter(({ isBoard }) => isBoard))];
  language.learn({ language: code, languages: [], missing: 0, page, boards, elision: null });
}
language.now = "fr";
