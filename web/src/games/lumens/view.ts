/** What a seat of Lumens is told. */
import type { Ending } from "../../house/types";

export type Lamp = [seat: number, kind: string, face: number];
export type Lamps = Record<string, Lamp[]>; // by cell, from bottom to top

export interface RoomCount {
  strength: number[];
  points: number[];
}

export interface LumensView {
  phase: "start" | "play" | "over";
  turn: number | null;
  starts: string[];
  board: Lamps;
  hands: (string | null)[];
  chosen: (number | "?" | null)[];
  left: Record<string, number>[];
  home_right: boolean[];
  out: boolean[];
  ending: (Ending & { rooms: Record<string, RoomCount> }) | null;
}
