/** What the server sends, by short names: the types are made of the API's document by `npm run types`. */
import type { components } from "./schema";

type Schemas = components["schemas"];

/** Ready to be sent as it stands: the client looks into no action. */
export type Action = { kind: ActionKind; player: string } & Record<string, unknown>;
export type ActionKind = Schemas["ActionKind"];

/** A seat that is wished for, or one of a game. */
/** A seat that a new game is wished with; without a name it takes that of the account of who sits down there. */
export type SeatWish = Schemas["SeatWish"];
export type Seat = Schemas["ListedSeat"];
/** A program that can play a seat. */
export type Program = Schemas["ProgramFacts"];
/** What a program would do, or has done, and why. */
export type Advice = Schemas["AdviceFacts"];
/** What each decision of a finished game has cost, as far as that is known. */
export type Review = Schemas["ReviewFacts"];
export type Cost = Schemas["CostFacts"];
export type TitleInfo = Schemas["TitleFacts"];
export type GameInfo = Schemas["LobbyGame"];
export type Scores = Schemas["Scores"];
export type LobbyPage = Schemas["LobbyPage"];

export type View = Schemas["View"];
export type Player = Schemas["PlayerFacts"];
export type Corporation = Schemas["CorpFacts"];
export type PrivateInfo = Schemas["PrivateFacts"];
export type TrainType = Schemas["TrainFacts"];
/** What the first sale of a type of train would do now. */
export type FirstSale = Schemas["FirstSaleFacts"];
export type Amount = Schemas["Amount"];
/** The turn in progress: an undo to `began` starts it again, where `steps` is more than 0. */
export type Turn = Schemas["TurnFacts"];

export type Decision = Omit<Schemas["DecisionFacts"], "groups"> & { groups: Group[] };
export type Group = Omit<Schemas["ChoiceGroup"], "choices"> & { choices: Choice[] };
export type Choice = Omit<Schemas["ChoiceFacts"], "action"> & { action: Action | null };
export type Place = Schemas["Place"];
export type PlacedToken = Schemas["PlacedToken"];
export type Amounts = Schemas["Range"];
export type Forbidden = Schemas["ForbiddenFacts"];
/** Why something is refused, as it is shown where it would be done. */
export type Lock = Pick<Forbidden, "word" | "text" | "why" | "rule" | "section">;
/** The same of one among several actions, or why it is refused. */
export type Tried = Outlook | Schemas["RefusalFacts"];
/** A private in the opening. */
export type OpeningPrivate = Schemas["OpeningPrivate"];
/** What an action would lead to. */
export type Outlook = Schemas["TryFacts"];
/** What an action leads to, before and after. */
export type Outcome = Schemas["Outcome"];

export type Board = Schemas["BoardFacts"];
/** Tiles and tokens of a map, without what else is known of it. */
export type Laid = Schemas["Laid"];
export type Becomes = Schemas["HexFacts"];
export type RouteInfo = Schemas["RouteFacts"];
export type Plan = Schemas["PlanFacts"];
export type Judged = Schemas["CheckFacts"];
/** The last runs of a corporation as they were made: `GET routes/CORP/last`. */
export type RunsMade = Schemas["RunsMade"];
/** What lays and tokens would do to best runs: `GET whatif/CORP`. */
export type WhatIfFacts = Schemas["WhatIf"];
export type LayProspect = Schemas["LayProspect"];
export type SlotProspect = Schemas["SlotProspect"];

/** A round by its numbers. */
export type RoundKey = Schemas["RoundKey"];
export type LogEntry = Schemas["Logged"];
export type LogLine = Schemas["Line"];
/** A piece of a line, and the corporation, player or hex that it names. */
export type LogPart = Schemas["LinePart"];
/** What happened, as data: `event` is its kind, on which the other fields depend. */
export type EventData = Record<string, unknown>;
/** The course of a game: its rounds, and the moments that it turned on. */
export type Moments = Schemas["MomentFacts"];
export type KeyMoment = Schemas["KeyMoment"];
/** Hexes, corporations and players of whom something changed. */
export type Changed = Schemas["Changed"];
export type SheetRow = Schemas["SheetRound"];
/** The most there was of something in a game. */
export type Figure = Schemas["Figure"];
export type RuleText = Schemas["RuleFacts"];

/** A corporation that forms out of others, or what would come of it now. */
export type Formation = Schemas["FormationFacts"];
export type Future = Schemas["FutureFacts"];
/** So many shares or bonds sold at once, for a payment. */
export type Lot = Schemas["LotFacts"];
export type Help = Schemas["HelpFacts"];
/** A question that waits for an answer, and what an answer leads to. */
export type Asked = Schemas["AskedFacts"];
export type Way = Schemas["WayFacts"];
export type Earnings = Schemas["EarningsFacts"];
/** Runs that others may better. */
export type Announcement = Schemas["AnnouncementFacts"];
export type ShownRuns = Schemas["ShownRuns"];
