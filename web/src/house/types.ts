/** The house's own words for what it tells and takes, from its OpenAPI description. */
import type { components } from "./schema";

type Schemas = components["schemas"];
/** An answer in which the house writes every field. Elsewhere it leaves out what has its default value. */
type Whole<Answer> = Required<Answer>;

export type GameLine = Schemas["GameLine"];
export type GameTold = Schemas["GameTold"];
export type Engine = Schemas["EngineTold"];
export type Level = Schemas["LevelTold"];
export type WordsTold = Schemas["WordsTold"];
export type LanguageTold = Schemas["LanguageTold"];
export type Source = Schemas["Source"];
export type OptionTold = Schemas["OptionTold"];
export type MinutesTold = Schemas["MinutesTold"];
export type Me = Schemas["Me"];
export type DeviceTold = Schemas["DeviceTold"];
export type PasskeyAsked = Schemas["PasskeyAsked"];
export type PasskeyTold = Schemas["PasskeyTold"];
export type DevicesTold = Schemas["DevicesTold"];
export type KnownPerson = Schemas["KnownPerson"];
export type KnownTold = Schemas["KnownTold"];
export type LinkOwner = Schemas["LinkOwner"];
export type InvitationTold = Schemas["InvitationTold"];
export type SharerTold = Schemas["SharerTold"];
export type SharersTold = Schemas["SharersTold"];
export type KeyMade = Schemas["KeyMade"];
export type AbsencesTold = Whole<Schemas["AbsencesTold"]>;
export type OwnBot = Whole<Schemas["OwnBot"]>;
export type OwnBots = Schemas["OwnBots"] & { bots: OwnBot[] };
export type TokenMade = Schemas["TokenMade"] & { bots: OwnBots };
export type GuestBotTold = Schemas["GuestBotTold"];
export type Ladder = Schemas["Ladder"];
export type WhichGuestBots = NonNullable<Schemas["TableTerms"]["guest_bots"]>;
export type Transfer = Schemas["Transfer"];
export type NoticesTold = Schemas["NoticesTold"];
export type Channel = Schemas["ChannelTold"];
export type PushWanted = Schemas["PushWanted"];
export type MailWanted = Schemas["MailWanted"];
export type WebhookWanted = Schemas["WebhookWanted"];
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
export type GivenUpAnswer = Schemas["GivenUpAnswer"];
export type PeopleAnswer = Schemas["PeopleAnswer"];
export type ProblemTold = Schemas["ProblemTold"];
export type EditionChecked = Schemas["EditionChecked"];
export type AppraisalAnswer = Schemas["AppraisalAnswer"];
export type AppraisalTold = Schemas["AppraisalTold"];
export type FindingTold = Schemas["FindingTold"];
export type EditionsTold = Schemas["EditionsTold"];
export type EditionKept = Schemas["EditionKept"];
export type HintTold = Schemas["HintTold"];
export type SightTold = Schemas["SightTold"];
export type Exercise = Schemas["Exercise"];
export type ExercisesTold = Schemas["ExercisesTold"];
export type SolutionTold = Schemas["SolutionTold"];
export type WrongTold = Schemas["WrongTold"];
export type ExerciseAnswer = Schemas["ExerciseAnswer"];
export type Value = string | number | boolean;
export type Command = Schemas["Act"]["command"];
export type OrderTold = Whole<Schemas["OrderTold"]>;
export type PlannedMove = Schemas["Planned"];
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
export type LessonLine = Schemas["LessonLine"];
export type RecordBrought = Schemas["RecordBrought"];
export type StudyAnswer = Whole<Schemas["StudyAnswer"]>;
export type Asked = Schemas["Asked"];
export type Shown = Schemas["Shown"];
export type CopyAnswer = Schemas["CopyAnswer"];
export type ReviewAnswer = Whole<Schemas["ReviewAnswer"]>;
export type Review = Schemas["Review"];
export type SeatReview = Whole<Schemas["SeatReview"]>;
export type ReviewStep = Whole<Schemas["ReviewStep"]>;
export type SeatReviewTold = Schemas["SeatReviewTold"];
export type HadYouKnown = Schemas["HadYouKnown"];
export type Viewpoint = number | "public" | "all";
