/** The deck as stacks of like cards, to be counted: forms, and for each its cheeses and what is clogged. */
import { rowsOf, written } from "../csv";
import { FORMS, type Card } from "./edition";

export const COLUMNS = ["id", "form", "cheese", "clogged"];
export const CARDS = 88; // FR-01
/** FR-02, FR-03: what can be on a pipe of any form. */
export const KINDS = ["0,no", "1,no", "2,no", "3,no", "0,yes"] as const;
export type Kind = (typeof KINDS)[number];
export const FORM_NAMES = Object.keys(FORMS);

export type Row = string[]; // by COLUMNS
export const readRows = (text: string): Row[] => rowsOf(text, COLUMNS.length).map(({ values }) => values);
export const writeRows = (rows: readonly Row[]): string => written(COLUMNS, rows);
export const EMPTY = writeRows([]);

const isLike = (row: Row, form: string, kind: Kind) => row[1] === form && `${row[2]},${row[3]}` === kind;
export const countOf = (rows: readonly Row[], form: string, kind: Kind): number =>
  rows.filter((row) => isLike(row, form, kind)).length;
/** Rows that are in no stack. */
export const unread = (rows: readonly Row[]): number =>
  rows.filter((row) => !FORM_NAMES.some((form) => KINDS.some((kind) => isLike(row, form, kind)))).length;

export function cardOf(form: string, kind: Kind): Card {
  const [cheese, clogged] = kind.split(",");
  return { name: "", form, sides: FORMS[form]!, cheese: Number(cheese), clogged: clogged === "yes" };
}

function freeName(rows: readonly Row[]): string {
  const taken = new Set(rows.map(([name]) => name));
  const names = Array.from({ length: rows.length + 1 }, (_, at) => `T${String(at + 1).padStart(2, "0")}`);
  return names.find((name) => !taken.has(name))!;
}

/** So many cards in a stack: new ones come behind those that are like them, and the last ones go first. */
export function stacked(rows: readonly Row[], form: string, kind: Kind, count: number): Row[] {
  const found = [...rows];
  const last = () => found.findLastIndex((row) => isLike(row, form, kind));
  while (countOf(found, form, kind) > count) found.splice(last(), 1);
  while (countOf(found, form, kind) < count) {
    const beside = last() >= 0 ? last() : found.findLastIndex((row) => row[1] === form);
    found.splice(beside < 0 ? found.length : beside + 1, 0, [freeName(found), form, ...kind.split(",")]);
  }
  return found;
}
