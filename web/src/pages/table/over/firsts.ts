/** Firsts in words. */
import { o } from "../../../words/over";

/** `first` is a key of Keepsakes.firsts: "seats:3", "level:galax:nova", "person". */
export function sayFirst(first: string, titleOf: (game: string) => string, nameOf: (level: string) => string): string {
  const [kind, ...rest] = first.split(":");
  const about = rest.join(":");
  const words = o().firsts;
  switch (kind) {
    case "tried":
      return about ? words.tried({ game: titleOf(about) }) : words.tried_all;
    case "won":
      return words.won({ game: titleOf(about) });
    case "level":
      return words.level({ name: nameOf(about) });
    case "seats":
    case "row":
      return words[kind]({ count: Number(about) });
    case "person":
    case "drawn":
    case "device":
      return words[kind];
    default:
      return "";
  }
}
