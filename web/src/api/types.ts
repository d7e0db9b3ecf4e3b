/** Short names for the types of the API. `npm run types` generates the types from the API document. */
import type { components } from "./schema";

type Schemas = components["schemas"];

/** An action, ready to be sent unchanged. */
export type Action = { kind: ActionKind; player: string } & Record<string, unknown>;
export type ActionKind = Schemas["ActionKind"];

/** A seat of a new game. A seat without a name gets the account name of the person who takes it. */
export type SeatWish = Schemas["SeatWish"];
export type Seat = Schemas["ListedSeat"];
/** A bot that can play a seat. */
export type Program = Schemas["ProgramFacts"];
/** The action that a bot would choose or has chosen, with its reasons. */
export type Advice = Schemas["AdviceFacts"];
/** The cost of each decision of a finished game, as far as it is known. */
export type Review = Schemas["ReviewFacts"];
export type Cost = Schemas["CostFacts"];
export type TitleInfo = Schemas["TitleFacts"];
export type GameInfo = Schemas["LobbyGame"];
export type Scores = Schemas["Scores"];
/** The settings of a table's clock, and its state. */
export type ClockSettings = Schemas["TableClock"];
export type ClockState = Schemas["ClockState"];
export type SeatDeadline = Schemas["SeatDeadline"];
export type LobbyPage = Schemas["LobbyPage"];

export type View = Schemas["View"];
export type Player = Schemas["PlayerFacts"];
export type Corporation = Schemas["CorpFacts"];
export type PrivateInfo = Schemas["PrivateFacts"];
export type TrainType = Schemas["TrainFacts"];
/** The effects of the first sale of a type of train, if it were sold now. */
export type FirstSale = Schemas["FirstSaleFacts"];
export type Amount = Schemas["Amount"];
/** The turn in progress. If `steps` is more than 0, an undo to `began` restarts it. */
export type Turn = Schemas["TurnFacts"];

export type Decision = Omit<Schemas["DecisionFacts"], "groups"> & { groups: Group[] };
export type Group = Omit<Schemas["ChoiceGroup"], "choices"> & { choices: Choice[] };
export type Choice = Omit<Schemas["ChoiceFacts"], "action"> & { action: Action | null };
export type Place = Schemas["Place"];
export type PlacedToken = Schemas["PlacedToken"];
export type Amounts = Schemas["Range"];
export type Forbidden = Schemas["ForbiddenFacts"];
/** The turn of a company that is not in turn, as if it began now. */
export type TurnAhead = Schemas["TurnAheadFacts"];
/** The reason of a refusal, shown at the control of the refused action. */
export type Lock = Pick<Forbidden, "word" | "text" | "why" | "rule" | "section">;
/** The preview of one of several actions, or its refusal. */
export type Tried = Outlook | Schemas["RefusalFacts"];
/** A private in the opening. */
export type OpeningPrivate = Schemas["OpeningPrivate"];
/** The preview of an action. */
export type Outlook = Schemas["TryFacts"];
/** The result of an action, with values before and after it. */
export type Outcome = Schemas["Outcome"];

export type Board = Schemas["BoardFacts"];
/** Only the tiles and tokens of a map. */
export type Becomes = Schemas["HexFacts"];
export type RouteInfo = Schemas["RouteFacts"];
export type Plan = Schemas["PlanFacts"];
export type Judged = Schemas["CheckFacts"];
/** The last runs of a corporation as they were made: `GET routes/CORP/last`. */
export type RunsMade = Schemas["RunsMade"];
/** The effects of lays and tokens on best runs: `GET whatif/CORP`. */
export type WhatIfFacts = Schemas["WhatIf"];
export type LayProspect = Schemas["LayProspect"];
export type SlotProspect = Schemas["SlotProspect"];

/** A round, identified by its kind and numbers. */
export type RoundKey = Schemas["RoundKey"];
export type LogEntry = Schemas["Logged"];
export type LogLine = Schemas["Line"];
/** A part of a log line, and the corporation, player or hex that it names. */
export type LogPart = Schemas["LinePart"];
/** The data of an event. The other fields depend on `event`, its kind. */
export type EventData = Record<string, unknown>;
/** The course of a game: its rounds and key moments. */
export type Moments = Schemas["MomentFacts"];
export type KeyMoment = Schemas["KeyMoment"];
/** The hexes, corporations and players that something changed. */
export type Changed = Schemas["Changed"];
export type Digest = Schemas["Digest"];
/** One of the person's own games, and a page of them. */
export type MyGame = Schemas["MyGame"];
export type MyGames = Schemas["MyGames"];
export type QuickChoice = Schemas["QuickChoice"];
export type SheetRow = Schemas["SheetRound"];
/** The highest value of something in a game. */
export type Figure = Schemas["Figure"];
export type RuleText = Schemas["RuleFacts"];
export type RuleExample = Schemas["RuleExample"];
export type GlossarySection = Schemas["Section"];
export type Question = Schemas["Question"];
export type Word = Schemas["Entry"];

/** A corporation that forms out of others: the formation in progress, or its outcome if it happened now. */
export type Formation = Schemas["FormationFacts"];
export type Future = Schemas["FutureFacts"];
/** A number of shares or bonds that are sold together to raise money. */
export type Lot = Schemas["LotFacts"];
export type Help = Schemas["HelpFacts"];
/** An open question to a player, and the effects of each answer. */
export type Asked = Schemas["AskedFacts"];
export type Way = Schemas["WayFacts"];
export type Earnings = Schemas["EarningsFacts"];
/** Announced runs that wait for the replies of the other players. */
export type Announcement = Schemas["AnnouncementFacts"];
export type ShownRuns = Schemas["ShownRuns"];
