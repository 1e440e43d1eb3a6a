/** Six rats of our own: what tells them apart, drawn on a square of 100. */
interface RatLook {
  fur: string;
  head: string;
  ears: string; // left and right
  inside: string; // of the ears
  eyes: "round" | "happy" | "sly" | "cross" | "old";
  marks: { d: string; fill: string; lined?: boolean }[]; // what lies over the face
}

const HEAD = "M50 20C72 20 83 36 81 54 79 72 65 88 50 88S21 72 19 54C17 36 28 20 50 20z";

const RATS: Record<string, RatLook> = {
  Brie: {
    fur: "#f3e6cb",
    head: HEAD,
    ears: "M22 6a19 19 0 1 0 .1 0zM78 6a19 19 0 1 0 .1 0z",
    inside: "M22 14a11 11 0 1 0 .1 0zM78 14a11 11 0 1 0 .1 0z",
    eyes: "happy",
    marks: [
      { d: "M29 58a5 4 0 1 0 .1 0zM71 58a5 4 0 1 0 .1 0z", fill: "#f0a493" },
      { d: "M28 84q22 12 44 0l4 9q-26 11-52 0zM45 92l5-3 5 3 5 8H40z", fill: "#c9463c", lined: true },
    ],
  },
  Comté: {
    fur: "#dca751",
    head: HEAD,
    ears: "M24 14a14 15 0 1 0 .1 0zM76 14a14 15 0 1 0 .1 0z",
    inside: "M24 21a8 8 0 1 0 .1 0zM76 21a8 8 0 1 0 .1 0z",
    eyes: "round",
    marks: [
      {
        d: "M35 36a12 12 0 1 0 .1 0zm0 3.500a8.500 8.500 0 1 1-.1 0zM65 36a12 12 0 1 0 .1 0zm0 3.500a8.500 8.500 0 1 1-.1 0zM46 45h8v4h-8z",
        fill: "#3a2413",
      },
      { d: "M80 6l16 24-5 4L75 10z", fill: "#e2623d", lined: true },
    ],
  },
  Morbier: {
    fur: "#e9dcc0",
    head: "M50 20C70 20 82 34 81 52 80 70 62 90 50 90S20 70 19 52C18 34 30 20 50 20z",
    ears: "M20 44 12 4 42 22zM80 44 88 4 58 22z",
    inside: "M22 34 18 14 34 24zM78 34 82 14 66 24z",
    eyes: "sly",
    marks: [{ d: "M46 20h8l3 44h-14z", fill: "#5b5650" }],
  },
  Picodon: {
    fur: "#c9744a",
    head: "M50 28C66 28 76 42 74 56 72 72 62 88 50 88S28 72 26 56C24 42 34 28 50 28z",
    ears: "M32 52Q6 50 2 30 24 26 38 40zM68 52Q94 50 98 30 76 26 62 40z",
    inside: "M28 45Q14 43 10 34 22 32 32 40zM72 45Q86 43 90 34 78 32 68 40z",
    eyes: "cross",
    marks: [{ d: "M34 32 30 10 42 22 47 4 54 21 66 8 66 32Q50 24 34 32z", fill: "#5a2a17", lined: true }],
  },
  Roquefort: {
    fur: "#c3cdd0",
    head: HEAD,
    ears: "M21 24a14 14 0 1 0 16 6l-7 3 1-8zM79 22a14 14 0 1 0 .1 0z",
    inside: "M22 31a7 7 0 1 0 6 5zM79 29a8 8 0 1 0 .1 0z",
    eyes: "old",
    marks: [
      { d: "M26 62q8 8 16 2M72 60q-6 8-12 4M30 70l6 4", fill: "none", lined: true },
      { d: "M27 68q-2 26 23 30 25-4 23-30-10 12-23 8-13 4-23-8z", fill: "#f7f6f2", lined: true },
      { d: "M22 30Q24 4 50 4T78 30Q50 20 22 30z", fill: "#27436b", lined: true },
      { d: "M18 34Q50 16 82 34L78 40Q50 26 22 40z", fill: "#16263f", lined: true },
      { d: "M50 9a5 5 0 1 0 .1 0z", fill: "#f2c14e", lined: true },
    ],
  },
  Tomme: {
    fur: "#a58b74",
    head: "M50 20C78 20 92 42 88 60 85 78 68 90 50 90S15 78 12 60C8 42 22 20 50 20z",
    ears: "M14 28a13 13 0 1 0 .1 0zM86 28a13 13 0 1 0 .1 0z",
    inside: "M13 35a7 7 0 1 0 .1 0zM87 35a7 7 0 1 0 .1 0z",
    eyes: "round",
    marks: [
      { d: "M25 60a7 5 0 1 0 .1 0zM75 60a7 5 0 1 0 .1 0z", fill: "#e0846e" },
      { d: "M18 36Q20 8 50 8T82 36Q50 24 18 36z", fill: "#3f7d4f", lined: true },
      { d: "M15 40Q50 22 85 40L84 31Q50 14 16 31z", fill: "#f2ead7", lined: true },
      { d: "M50-6a8 8 0 1 0 .1 0z", fill: "#f2ead7", lined: true },
    ],
  },
};

/** A rat that nobody has named yet looks like Brie. */
export const lookOf = (name: string | undefined): RatLook => RATS[name ?? ""] ?? RATS.Brie!;
