/** The house's own words for what it tells and takes, from its OpenAPI description. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type GameLine = Schemas["GameLine"];
export type GameTold = Schemas["GameTold"];
export type Level = Schemas["Level"];
export type Spoken = Schemas["Spoken"];
export type Source = Schemas["Source"];
export type OptionTold = Schemas["OptionTold"];
export type MinutesTold = Schemas["MinutesTold"];
export type Me = Schemas["Me"];
export type Transfer = Schemas["Transfer"];
export type Invitation = Schemas["Invitation"];
export type Fault = Schemas["Fault"];
export type Opening = Schemas["Opening"];
export type TableTold = Schemas["TableTold"];
export type TableNote = Schemas["TableNote"];
export type TableAnswer = Schemas["TableAnswer"];
export type TablesAnswer = Schemas["TablesAnswer"];
export type StateTold = Schemas["StateTold"];
export type SeatTold = Schemas["SeatTold"];
export type EntryTold = Schemas["EntryTold"];
export type HintTold = Schemas["HintTold"];
export type Value = string | number | boolean;
export type Command = Schemas["CommandSent"]["command"];
export type Names = Record<string, string>;

export interface Ending {
  reason: string;
  points: number[];
  winners: number[];
}

/** What the house says on the WebSocket. */
export type Message =
  | { t: "welcome"; person: string; name: string; at: number; paused?: boolean }
  | { t: "table"; table: TableTold; names?: Names; twins?: string[] }
  | { t: "entries"; table: string; entries: EntryTold[]; state: StateTold; names?: Names; twins?: string[] }
  | { t: "ack"; id: string; seq: number }
  | { t: "denied"; id: string | null; fault: Fault }
  | { t: "presence"; table: string; here: string[]; spectators?: number; names?: Names }
  | { t: "lobby"; tables: TableNote[]; gone?: string[]; names?: Names; whole?: boolean }
  | { t: "house"; paused: boolean; fault?: Fault }
  | { t: "gone"; table: string; fault: Fault }
  | { t: "pong"; at: number };

export type Frame = Schemas["Frame"];
export type FramesAnswer = Schemas["FramesAnswer"];
export type Lesson = Schemas["Lesson"];
export type Step = Schemas["Step"];
export type RecordBrought = Schemas["RecordBrought"];
export type StudyAnswer = Schemas["StudyAnswer"];
export type Needs = Schemas["Needs"];
export type Viewpoint = number | "public" | "all";
