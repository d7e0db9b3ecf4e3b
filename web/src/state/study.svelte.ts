import * as api from "../api/studies";
import { momentOf, toggled } from "../model/studies";
import type { History } from "./history.svelte";

const NONE: api.Comments = { name: "", can_comment: false, owned: false, comments: [] };
const MANY = 40;

/** The comments on a game and their marks, and the comment that is being written. */
export class Study {
  content = $state.raw<api.Comments>(NONE);
  /** True if the panel is open. Only then the board shows the marks. */
  open = $state(false);
  problem = $state("");
  busy = $state(false);

  /** The tool to draw with; null without one. */
  tool = $state<"ring" | "arrow" | null>(null);
  colour = $state<api.Colour>("green");
  /** The marks of the comment that is being written. */
  draft = $state.raw<readonly api.BoardMark[]>([]);
  text = $state("");
  /** The key of the comment that is being changed; null for a new one. */
  editing = $state<string | null>(null);
  /** The first place of an arrow. */
  from = $state.raw<{ board: api.BoardMark["board"]; at: string } | null>(null);

  /** The number of requests for the comments so far, and that of the request whose answer is shown. */
  private loads = 0;
  private answered = 0;

  constructor(
    readonly id: string,
    private readonly history: History,
    given?: api.Comments,
  ) {
    if (given) this.content = given;
  }

  /** The number of the moment shown. */
  readonly moment = $derived.by(() => momentOf(this.history.log, this.history.view?.at ?? 0));
  readonly here = $derived.by(() => this.content.comments.filter(({ moment }) => moment === this.moment));
  /** True if the game is a study or has comments, or takes them. */
  readonly exists = $derived.by(() => {
    const { view } = this.history;
    return this.content.comments.length > 0 || (view !== null && (view.over || view.origin !== null));
  });

  /** Return the marks to show on the map or the chart. */
  marks(board: api.BoardMark["board"]): api.BoardMark[] {
    if (!this.open) return [];
    const kept = this.here.filter(({ key }) => key !== this.editing).flatMap(({ marks }) => marks);
    return [...kept, ...this.draft].filter((mark) => mark.board === board);
  }

  async load() {
    const load = ++this.loads;
    try {
      const content = await api.comments(this.id);
      // An older answer that arrives late does not replace a newer one.
      if (load < this.answered) return;
      this.answered = load;
      this.content = content;
    } catch (error) {
      if (load === this.loads) this.problem = (error as Error).message;
    }
  }

  /** Load the comments again if the page has them. */
  async reload() {
    if (this.loads) await this.load();
  }

  /** Draw at a place with the tool. Return false if there is no tool, so that a click does something else. */
  press(board: api.BoardMark["board"], at: string): boolean {
    const { tool, colour, from } = this;
    if (!tool || !this.open) return false;
    if (tool === "ring") this.draw({ board, at, colour });
    else if (from?.board !== board) this.from = { board, at };
    else {
      if (from.at !== at) this.draw({ board, at: from.at, to: at, colour });
      this.from = null;
    }
    return true;
  }

  private draw(mark: api.BoardMark) {
    const marks = toggled(this.draft, mark);
    this.problem = marks.length > MANY ? `A comment has no more than ${MANY} marks.` : "";
    if (!this.problem) this.draft = marks;
  }

  edit({ key, text, marks }: api.Comment) {
    this.clear();
    this.editing = key;
    this.text = text;
    this.draft = marks;
  }

  clear() {
    this.editing = null;
    this.text = "";
    this.draft = [];
    this.from = null;
    this.tool = null;
    this.problem = "";
  }

  async save() {
    const content = { text: this.text, marks: this.draft };
    const { editing } = this;
    const at = this.history.view!.at;
    await this.change(() =>
      editing ? api.changeComment(this.id, editing, content) : api.writeComment(this.id, at, content),
    );
  }

  async remove(key: string) {
    await this.change(() => api.deleteComment(this.id, key), this.editing === key);
  }

  async rename(name: string) {
    await this.change(() => api.renameStudy(this.id, name), false);
  }

  private async change(send: () => Promise<unknown>, clears = true) {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      await send();
      if (clears) this.clear();
      await this.load();
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
