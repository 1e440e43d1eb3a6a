/** What those who sit at a table are called where nothing but the name stands. */
import { expect, test } from "vitest";
import { labelled } from "../src/house/names";

test("whoever sits at one seat is You there, and nowhere else", () => {
  expect(labelled(["Capella 32", "Grand Ours"], [0])).toEqual(["Vous", "Grand Ours"]);
  expect(labelled(["Grand Ours", "Capella 32"], [1])).toEqual(["Grand Ours", "Vous"]);
});

test("people who share a device, and those who look on, see names", () => {
  expect(labelled(["Mamie", "Zoé"], [0, 1])).toEqual(["Mamie", "Zoé"]);
  expect(labelled(["Mamie", "Zoé"], [])).toEqual(["Mamie", "Zoé"]);
});
