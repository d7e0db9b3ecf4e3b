/** What the server sends. Dollars are whole numbers; texts are ready to be shown. */

export interface TitleInfo {
  id: string;
  name: string;
  players: [number, number];
  variants: string[];
  rules: string[];
  designers: string;
}

export interface Seat {
  name: string;
  kind: "person" | "random";
  seed?: number;
}

export interface GameInfo {
  id: string;
  title: string;
  seats: Seat[];
  round: string;
  over: boolean;
  to_act: string[];
  created: string;
  version: number;
}

export type Action = { kind: string; player: string } & Record<string, unknown>;

export interface Place {
  hex: string;
  tile?: string | null;
  rotation?: number | null;
  stop?: number | null;
}

export interface Amounts {
  field: string;
  low: number;
  high: number;
  step: number;
}

export interface Choice {
  id: number;
  text: string;
  player: string;
  action: Action | null;
  amounts: Amounts | null;
  open: boolean;
  place: Place | null;
  corp: string | null;
  effect: string;
}

export interface Group {
  heading: string;
  kind: string;
  choices: Choice[];
}

export interface Forbidden {
  text: string;
  kind: string;
  rule: string;
  why: string;
  section: string;
  count: number;
  examples: string[];
}

export interface Decision {
  seats: string[];
  text: string;
  warnings: string[];
  groups: Group[];
  forbidden: Forbidden[];
}

export interface Amount {
  what: string;
  amount: number;
}

export interface Player {
  name: string;
  cash: number;
  worth: number;
  worth_items: Amount[];
  liquidity: number;
  liquidity_items: Amount[];
  certificates: number;
  limit: number;
  priority: boolean;
  to_act: boolean;
  out: boolean;
  seat_kind: string;
  shares: { corp: string; percent: number; president: boolean }[];
  privates: { id: string; name: string; revenue: number }[];
  notes: string[];
}

export interface Corporation {
  id: string;
  name: string;
  president: string;
  price: number | null;
  par: number | null;
  cash: number;
  trains: string[];
  train_limit: number;
  holdings: { place: string; percent: number; player: boolean }[];
  markers: { hex: string }[];
  markers_left: number[];
  facts: { label: string; text: string }[];
  revenue: number;
  last_run: { number: number; runs: { train: string; path: string[] }[] } | null;
  status: string;
  order: number | null;
}

export interface PrivateInfo {
  id: string;
  name: string;
  cost: number;
  revenue: number;
  owner: string;
  closed: boolean;
  power: string;
}

export interface MarkerInfo {
  corp: string;
  stop: number;
  slot: number;
  x: number;
  y: number;
}

export interface TrainType {
  type: string;
  price: number;
  left: number | null;
  on_sale: boolean;
  note: string;
  /** The types whose first sale scraps it. */
  rusts_on: string[];
  /** The phase that its first sale begins, or began. */
  phase: string;
}

export interface Entry {
  number: number;
  text: string;
}

export interface View {
  id: string;
  title: string;
  name: string;
  version: number;
  at: number;
  live: boolean;
  variants: string[];
  rules: string;
  branches: { number: number; text: string }[];
  can_undo: boolean;
  can_redo: boolean;
  moment: string;
  round: { kind: string; number: number; index: number; of: number; text: string; corp: string | null };
  phase: { name: string; number: number; text: string; next: string };
  over: boolean;
  result: { reason: string; winners: string[]; standings: { player: string; worth: number; place: number }[] } | null;
  bank: { cash: number; broken: boolean };
  players: Player[];
  corporations: Corporation[];
  privates: PrivateInfo[];
  map: {
    tiles: Record<string, [string, number]>;
    markers: Record<string, MarkerInfo[]>;
    tokens: { id: string; hex: string; corp: string; text: string }[];
    highlights: Record<string, string>;
  };
  chart: { row: number; column: number; tokens: string[] }[];
  trains: TrainType[];
  market_trains: string[];
  tiles_left: Record<string, number | null>;
  limits: { label: string; text: string }[];
  decision: Decision | null;
  last_entries: Entry[];
}

export interface Board {
  title: string;
  name: string;
  hash: string;
  layout: { orientation: string; radius: number };
  extent: [number, number, number, number];
  hexes: Record<string, { x: number; y: number; name: string; symbol: string }>;
  chart: ({ price: number; par: boolean; zone: string; arrow: string } | null)[][];
  zones: Record<string, string>;
  slot_radius: number;
  corporations: { id: string; symbol: string; name: string; colour: string; text_colour: string; home: string[] }[];
  tiles: Record<string, { colour: string; count: number | null }>;
}

export interface LogLine {
  text: string;
  rule: string;
}

export interface LogEntry {
  number: number;
  kind: string;
  seat: string;
  round: string;
  /** When, in ISO 8601. */
  at: string;
  lines: LogLine[];
}

export interface Becomes {
  hex: string;
  name: string;
  now: string;
  lines: string[];
  options: {
    tile: string;
    colour: string;
    rotations: number[];
    legal: number[];
    left: number | null;
    when: string;
    rule: string | null;
    why: string | null;
  }[];
}

export interface RouteInfo {
  train: string;
  type: string;
  path: string[];
  stops: { stop: string; name: string; value: number }[];
  bonuses: { stop: string; name: string; value: number }[];
  pair: number;
  tolls: Amount[];
  revenue: number;
  text: string;
  track: { hex: string; d: string }[];
  /** Further stops that routes through the same stops can visit. */
  more: string[];
}

export interface Plan {
  total: number;
  proof: string;
  bound: number;
  trains: string[];
  routes: RouteInfo[];
}

export interface Judged {
  total: number;
  routes: RouteInfo[];
  problems: LogLine[];
}

export interface SheetRow {
  round: string;
  number: number;
  players: { player: string; cash: number; liquidity: number; income: number; worth: number; worth_items: Amount[] }[];
}

/** What an action would lead to. */
export interface Outlook {
  lines: LogLine[];
  cash: Amount[];
  moment: string;
}

export interface RuleText {
  id: string;
  section: string;
  rule: string;
}
