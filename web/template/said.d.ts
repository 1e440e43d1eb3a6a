/** What the template says. Made by `make web-types` from the messages of the base language. */
export type { Boards } from "../src/words/said";

declare module "../src/words/said" {
  interface Boards {
    lueur: {
      sky: string;
      hand: string;
      free: (parts: { cell: string | number }) => string;
      own: (parts: { cell: string | number; light: string | number }) => string;
      of: (parts: { cell: string | number; light: string | number; name: string | number }) => string;
      light: (parts: { light: string | number }) => string;
      picked: (parts: { light: string | number }) => string;
      takes: (parts: { count: number }) => string;
      score: (parts: { count: number; name: string | number }) => string;
      left: (parts: { count: string | number }) => string;
      holding: (parts: { lights: string | number }) => string;
    };
  }
}
