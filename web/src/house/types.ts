/** The house's own words for what it tells and takes, from its OpenAPI description. */
import type { components } from "./schema";

type Schemas = components["schemas"];
/** An answer in which the house writes every field. Elsewhere it leaves out what has its default value. */
type Whole<Answer> = Required<Answer>;

export type GameLine = Schemas["GameLine"];
export type GameTold = Schemas["GameTold"];
export type Level = Schemas["LevelTold"];
export type WordsTold = Schemas["WordsTold"];
export type LanguageTold = Schemas["LanguageTold"];
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
export type HostTold = Whole<Schemas["HostTold"]>;
export type Swept = Whole<Schemas["Swept"]>;
export type SweptAnswer = Schemas["SweptAnswer"];
export type PersonTold = Whole<Schemas["PersonTold"]>;
export type PeopleAnswer = Schemas["PeopleAnswer"];
export type HintTold = Schemas["HintTold"];
export type Value = string | number | boolean;
export type Command = Schemas["Act"]["command"];
export type Names = Record<string, string>;

export interface Ending {
  reason: string;
  points: number[];
  winners: number[];
  seat?: number; // who resigned, or had no time left
}

/** What travels on the WebSocket, in both directions. */
export type ServerMessage = Schemas["ServerMessage"];
export type ClientMessage = Schemas["ClientMessage"];
export type WatchTable = Schemas["WatchTable"];

export type Frame = Schemas["Moment"];
export type FramesAnswer = Whole<Schemas["FramesAnswer"]>;
export type Lesson = Whole<Schemas["Lesson"]>;
export type Step = Schemas["Step"];
export type RecordBrought = Schemas["RecordBrought"];
export type StudyAnswer = Whole<Schemas["StudyAnswer"]>;
export type Asked = Schemas["Asked"];
export type Shown = Schemas["Shown"];
export type CopyAnswer = Schemas["CopyAnswer"];
export type Viewpoint = number | "public" | "all";
