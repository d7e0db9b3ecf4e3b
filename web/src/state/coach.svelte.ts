import * as api from "../api/lessons";
import { persistently, why } from "../api/requests";
import { exerciseOf, languageIn, type Place, restarted } from "../model/lessons";
import { type Lessons, lessons } from "./lessons.svelte";
import { go } from "./router.svelte";
import type { Table } from "./table.svelte";

/** A refusal of the table, with the sentence of the lesson about it. */
export interface Refusal {
  rule: string;
  /** The refusal in words. */
  text: string;
  /** The sentence of the lesson; empty if it has none for this rule. */
  say: string;
}
const OPEN: api.Verdict = { status: "open", say: "" };

/** The coach at the table of a lesson: the current step, and the judgement of the learner's actions in it. */
export class Coach {
  lesson = $state.raw<api.Lesson | null>(null);
  verdict = $state.raw<api.Verdict>(OPEN);
  problem = $state("");
  /** The chosen answers to a question. */
  answers = $state.raw<readonly number[]>([]);
  /** The number of hints that are shown. */
  hints = $state(0);
  busy = $state(false);
  /** The refusal of a click on a hex without choices. */
  private clicked = $state.raw<Refusal | null>(null);

  private asked = 0;

  constructor(
    readonly id: string,
    private readonly table: Table,
    private readonly kept: Lessons = lessons,
  ) {}

  readonly place: Place = $derived.by(
    () => this.kept.progress[this.id] ?? { step: 0, done: false, game: this.table.id, since: {} },
  );
  readonly steps = $derived.by(() => this.lesson?.steps ?? []);
  readonly at = $derived.by(() => Math.min(this.place.step, Math.max(0, this.steps.length - 1)));
  readonly step = $derived.by(() => this.steps[this.at]);
  readonly last = $derived.by(() => this.at === this.steps.length - 1);
  readonly targets = $derived.by(() => this.step?.targets ?? { hexes: [], corporations: [] });
  /** True if the step is about revenue, so that the table shows how lays and tokens change the best runs. */
  readonly gains = $derived.by(() => this.step?.gains ?? false);
  /** True if the step needs no action at the table. */
  readonly reads = $derived.by(() => this.step !== undefined && this.step.kind !== "task");
  /** True if the learner does not need the choices: to read, or because the task is done or must be taken back. */
  readonly covers = $derived.by(() => this.reads || this.verdict.status !== "open");
  /** True if the learner may go to the next step without skipping this one. */
  readonly passed = $derived.by(() => {
    const { step } = this;
    if (step?.kind === "question") return this.answers.some((answer) => step.answers[answer]?.right);
    return step?.kind === "read" || this.verdict.status === "done";
  });

  /** True until the next question before a task is answered: the page shows no figures that would answer it. */
  readonly withholds = $derived.by(() => {
    const { step } = this;
    if (!step || step.kind === "task") return !step;
    if (step.kind === "question") return !this.passed;
    const ahead = this.steps.slice(this.at + 1);
    const next = ahead.find(({ kind, first }) => first || kind !== "read");
    return next?.kind === "question" && !next.first;
  });

  /** Return the language of a text of the lesson. */
  languageOf(text: string) {
    return this.lesson ? languageIn(this.lesson, text) : undefined;
  }

  /** The refusal that the table shows, or that of a clicked hex; null without one. */
  readonly refusal: Refusal | null = $derived.by(() => {
    const { problem, hints, selection } = this.table;
    const [rule, text] = problem?.rule
      ? [problem.rule, problem.text]
      : hints.rule
        ? [hints.rule.id, hints.why || hints.rule.rule]
        : selection.refusal
          ? [selection.refusal.rule, selection.refusal.why]
          : ["", ""];
    const say = this.step?.refusals[rule];
    return say ? { rule, text, say } : this.clicked;
  });

  async load() {
    try {
      this.lesson = await this.kept.load(this.id);
      this.problem = "";
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  /** Ask the server to judge the actions up to a version of the game. */
  async judge(version: number) {
    const { step, since } = this;
    const asked = ++this.asked;
    if (step?.kind !== "task" || version <= since) {
      this.verdict = OPEN;
      return;
    }
    try {
      const verdict = await api.verdict(this.table.id, this.at, since);
      if (asked === this.asked) this.verdict = verdict;
    } catch (error) {
      if (asked === this.asked) this.problem = (error as Error).message;
    }
  }

  /** Explain a click on a hex without choices in this step. Null clears the explanation. */
  async explain(hex: string | null) {
    this.clicked = null;
    if (!hex || this.step?.kind !== "task" || this.verdict.status !== "open") return;
    const { id, view } = this.table;
    try {
      const found = (await why(id, hex)).find(({ targets }) => targets.some((target) => target.hex === hex));
      if (!found || this.table.selection.hex !== hex || this.table.view !== view) return;
      const { rule } = found;
      this.clicked = { rule, text: `${hex}, ${found.why}`, say: this.step.refusals[rule] ?? "" };
    } catch {
      // The explanation is an addition: a hex without choices changes nothing.
    }
  }

  answer(number: number) {
    this.answers = [...this.answers.filter((other) => other !== number), number];
  }

  /** Undo all actions of this step. */
  async takeBack() {
    const { since, table } = this;
    if (!this.acted) return;
    await table.undo(since);
    if (!table.problem) this.store({ since: restarted(this.place.since, this.at, table.view!.version) });
  }

  async next() {
    if (!this.passed) return this.skip();
    if (this.reads) await this.takeBack();
    await this.move();
  }

  /** Go on without an answer. The later steps of an exercise need the solution of a task. */
  async skip() {
    const follows = this.steps[this.at + 1];
    if (this.step?.kind === "task" && follows && !follows.first) return this.begin(this.at + 1);
    await this.takeBack();
    await this.move();
  }

  /** Go to the step before this one. At the start of an exercise, that is the start of the exercise before it. */
  async back() {
    if (!this.at) return;
    // After a skipped task, the game began at this step.
    if (this.step?.first || this.place.since[this.at - 1] === undefined)
      await this.begin(exerciseOf(this.steps, this.at - 1));
    else {
      if (this.reads) await this.takeBack();
      this.show(this.at - 1);
    }
  }

  /** The version of the game at the start of this step. */
  private get since(): number {
    return this.place.since[this.at] ?? 0;
  }

  /** True if an action of this step is not undone. */
  get acted(): boolean {
    const { log, undone } = this.table.history;
    return log.some(({ number, kind }) => number > this.since && kind === "action" && !undone.has(number));
  }

  private async move() {
    if (this.table.problem) return;
    if (this.last) {
      this.kept.set(this.id, { step: 0, done: true, game: "", since: {} });
      this.kept.finished = this.id;
      go("/learn");
    } else if (this.steps[this.at + 1]!.first) await this.begin(this.at + 1);
    else this.show(this.at + 1);
  }

  /** Show another step of this exercise. */
  private show(step: number) {
    const known = this.place.since[step];
    this.store({ step, since: { ...this.place.since, [step]: known ?? this.table.view!.version } });
  }

  /** Start a step in a new game. The tasks before it in its exercise are solved there. */
  private async begin(step: number) {
    this.busy = true;
    try {
      // The browser's Back button leaves the lesson: a former exercise has no coach.
      go(await persistently(() => this.kept.start(this.id, step)), null, true);
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  private store(change: Partial<Place>) {
    this.kept.set(this.id, { ...this.place, game: this.table.id, ...change });
  }
}
