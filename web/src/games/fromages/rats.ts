import { rats } from "#shapes/games/fromages/art/shapes.json";

/** Six rats of our own: what tells them apart, drawn on a square of 100. */
interface RatLook {
  fur: string;
  head: string;
  ears: string; // left and right
  inside: string; // of the ears
  eyes: "round" | "happy" | "sly" | "cross" | "old";
  marks: { d: string; fill: string; lined?: boolean }[]; // what lies over the face
}

const RATS: Record<string, RatLook> = rats as Record<string, RatLook>;

/** A rat that nobody has named yet looks like Brie. */
export const lookOf = (name: string | undefined): RatLook => RATS[name ?? ""] ?? RATS.Brie!;
