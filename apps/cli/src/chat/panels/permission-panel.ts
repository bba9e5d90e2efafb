// May it? The question with what it is about, why it is asked, and the answers by key.
import { neutralLine, plural, revealLine } from "@parley/base";
import {
  toPermissionAnswers,
  toPermissionSubject,
  type PermissionAnswer,
  type PermissionAnswers,
  type PermissionSubject,
} from "@parley/chat-model";
import type { PermissionQuestion, PermissionReply } from "@parley/client";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { EMPTY_LINE, line, span, STYLES, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { drawAnswerRows, toAnswerRows, type AnswerRow } from "./draw-answers.ts";
import { drawSubject, fitSubject } from "./draw-subject.ts";
import { TextInput } from "./field-input.ts";
import { drawKeys } from "./list.ts";
import type { Drawn, Panel } from "./panel.ts";
import { ScrolledText } from "./scrolled-text.ts";

export interface PermissionPanelOptions {
  readonly question: PermissionQuestion;
  readonly agentTitle: string;
  readonly workspace: string;
  /** Of another session than the open one. */
  readonly isElsewhere?: boolean | undefined;
  /** Show the numbers of the answers, not their letters. */
  readonly isNumbered: boolean;
  /** How many questions wait behind this one. */
  readonly waiting: () => number;
  readonly answer: (reply: PermissionReply) => void;
  /** Escape and Ctrl-C: the turn is cancelled. */
  readonly cancel: () => void;
}

/** Rows of the subject that are shown at least, if it has them. */
const SUBJECT_ROWS_MIN = 6;
/** The name of a file, a removed and an added line, and what is left out: shown however small the screen is. */
const SUBJECT_ROWS_LEAST = 4;
const HEAD_ROWS_MAX = 4;
const INSTEAD_KEY = "r";
const MORE_KEY = "m";
const INSTEAD = "No, do this instead…";
const MORE = "More answers…";

export class PermissionPanel implements Panel {
  readonly #options: PermissionPanelOptions;
  readonly #subject: PermissionSubject;
  readonly #answers: PermissionAnswers;
  #shown: readonly PermissionAnswer[];
  #selected: number;
  /** What the agent shall do instead, while it is being typed. */
  #instead: TextInput | undefined;
  #details: ScrolledText | undefined;

  constructor(options: PermissionPanelOptions) {
    const { question, workspace } = options;
    const proposals = question.proposals.map(({ text }) => text);
    this.#options = options;
    this.#subject = toPermissionSubject(question.toolCall, workspace);
    this.#answers = toPermissionAnswers({ options: question.options, proposals });
    this.#shown = this.#answers.first;
    this.#selected = 0;
  }

  key(key: Key): void {
    if (isCtrl(key, "c")) return this.#options.cancel();
    if (this.#instead !== undefined) return this.#type(this.#instead, key);
    if (isCtrl(key, "o")) return this.#toggleDetails();
    if (this.#details?.key(key) === true) return;
    if (isKey(key, "escape")) return this.#details === undefined ? this.#options.cancel() : this.#toggleDetails();
    if (isKey(key, "up")) return this.#move(-1);
    if (isKey(key, "down") || isKey(key, "tab")) return this.#move(1);
    if (isKey(key, "enter")) return this.#choose(this.#rows()[this.#selected]?.key);
    // Several characters at once are typed text that was not meant for the question.
    if (key.type === "text" && key.text.length === 1) this.#choose(key.text.toLowerCase());
  }

  draw(theme: Theme, rowsMax: number): Drawn {
    if (this.#instead !== undefined) return this.#drawInstead(this.#instead, theme, rowsMax);
    if (this.#details !== undefined) return this.#drawDetails(this.#details, theme, rowsMax);
    const head = this.#head(theme);
    const danger = this.#drawDanger(theme);
    const why = this.#drawReason(theme);
    const full = drawSubject(this.#subject.parts, theme).length;
    const least = Math.min(full, SUBJECT_ROWS_MIN) + head.length + danger.length;
    const roomFor = (lines: readonly Line[]): boolean => least + lines.length <= rowsMax;
    // What can be left out, the most dispensable first: the gap, the reason, the words that repeat the subject.
    const layouts = [
      [...why, EMPTY_LINE, ...this.#drawAnswers(theme, false)],
      [...why, ...this.#drawAnswers(theme, false)],
      this.#drawAnswers(theme, false),
      this.#drawAnswers(theme, true),
    ];
    const below = layouts.find(roomFor) ?? layouts.at(-1) ?? [];
    const room = Math.max(SUBJECT_ROWS_LEAST, rowsMax - head.length - danger.length - below.length);
    return { lines: [...head, ...this.#fitSubject(theme, room), ...danger, ...below] };
  }

  #fitSubject(theme: Theme, room: number): readonly Line[] {
    const whole = fitSubject(this.#subject.parts, theme, room);
    if (whole.hidden === 0) return whole.lines;
    const { lines, hidden } = fitSubject(this.#subject.parts, theme, room - 1);
    return [...lines, line(span(`  … ${plural(hidden, "more row")} (Ctrl-O shows all)`, "warn"))];
  }

  #head(theme: Theme): Line[] {
    const { agentTitle, waiting } = this.#options;
    const others = waiting();
    const dot = ` ${theme.symbols.separator} `;
    const words = line(
      span(this.#subject.title, "strong"),
      span(`${dot}${neutralLine(agentTitle)} asks`, "dim"),
      others > 0 ? span(`${dot}${plural(others, "more question")}`, "dim") : undefined,
    );
    const rows = wrapLine(words, theme.columns, { first: line(span("? ", "warn")), rest: [{ text: "  " }] });
    return rows.slice(0, HEAD_ROWS_MAX);
  }

  #drawReason(theme: Theme): Line[] {
    const { reason } = this.#options.question.decision;
    if (reason === "") return [];
    return wrapLine([{ text: revealLine(reason), style: STYLES.dim }], theme.columns, { first: [{ text: "  " }] });
  }

  #drawDanger(theme: Theme): Line[] {
    const { danger } = this.#options.question.decision;
    if (danger === undefined) return [];
    const first = line("  ", span(`${theme.symbols.warning} `, "bad"));
    const rest = [{ text: "    " }];
    return wrapLine(line(span(neutralLine(danger.sentence), "bad")), theme.columns, { first, rest });
  }

  #rows(): readonly AnswerRow[] {
    const { isNumbered } = this.#options;
    const rows = toAnswerRows(this.#shown, isNumbered);
    if (!isNumbered) return rows;
    const others = [...(this.#canInstead ? [INSTEAD] : []), ...(this.#hasMore ? [MORE] : [])];
    return [...rows, ...others.map((label, index) => toOther(label, rows.length + index + 1))];
  }

  #drawAnswers(theme: Theme, isShort: boolean): Line[] {
    const { isNumbered } = this.#options;
    const list = drawAnswerRows(this.#rows(), this.#selected, theme, { isShort });
    if (isNumbered) return [...list, ...drawKeys("Ctrl-C to stop the turn", theme)];
    const keys = [
      ...(this.#canInstead ? [`${INSTEAD_KEY} no, do this instead`] : []),
      ...(this.#hasMore ? [`${MORE_KEY} more`] : []),
      "Ctrl-O details",
      this.#options.isElsewhere === true ? "Esc leave it open" : "Esc stop",
    ];
    return [...list, ...drawKeys(keys.join(` ${theme.symbols.separator} `), theme)];
  }

  #drawInstead(input: TextInput, theme: Theme, rowsMax: number): Drawn {
    const head = this.#head(theme);
    const label = line("  ", span(`What should ${neutralLine(this.#options.agentTitle)} do instead?`, "strong"));
    const field = input.draw(theme);
    const keys = this.#options.isNumbered ? [] : drawKeys("Enter reject and send · Esc back", theme);
    const room = rowsMax - head.length - 1 - field.lines.length - keys.length;
    const above = [...head, ...(room > 1 ? this.#fitSubject(theme, room) : []), label];
    const cursor = field.cursor && { ...field.cursor, row: field.cursor.row + above.length };
    return { lines: [...above, ...field.lines, ...keys], cursor };
  }

  #drawDetails(details: ScrolledText, theme: Theme, rowsMax: number): Drawn {
    const head = this.#head(theme);
    const all = [
      ...drawSubject(this.#subject.parts, theme),
      ...this.#drawDanger(theme),
      ...this.#drawReason(theme),
      EMPTY_LINE,
      ...drawAnswerRows(this.#rows(), this.#selected, theme, { isShort: false }),
    ];
    return { lines: [...head, ...details.draw(all, theme, rowsMax - head.length)] };
  }

  #toggleDetails(): void {
    this.#details = this.#details === undefined ? new ScrolledText() : undefined;
  }

  get #canInstead(): boolean {
    return this.#answers.rejection !== undefined;
  }

  get #hasMore(): boolean {
    return this.#answers.more.length > 0 && this.#shown === this.#answers.first;
  }

  #choose(typed: string | undefined): void {
    const rows = this.#rows();
    const at = rows.findIndex(({ key }, index) => key === typed || String(index + 1) === typed);
    const label = rows[at]?.label;
    const isOther = at >= this.#shown.length;
    if (this.#canInstead && (typed === INSTEAD_KEY || (isOther && label === INSTEAD))) {
      this.#instead = new TextInput((text) => ({ value: text }));
    } else if (this.#hasMore && (typed === MORE_KEY || (isOther && label === MORE))) {
      this.#shown = [...this.#answers.first, ...this.#answers.more];
    } else {
      const chosen = this.#shown[at];
      if (chosen !== undefined) this.#answer(chosen);
    }
  }

  #answer({ option, remember }: PermissionAnswer): void {
    const { answer, question, workspace } = this.#options;
    const outcome = { outcome: "selected" as const, optionId: option.optionId };
    if (remember === undefined) return answer({ outcome });
    const scopes = {
      session: { scope: "session", sessionId: question.sessionId },
      workspace: { scope: "workspace", workspace },
      always: { scope: "always" },
    } as const;
    answer({ outcome, remember: scopes[remember] });
  }

  #type(input: TextInput, key: Key): void {
    if (isKey(key, "escape")) {
      this.#instead = undefined;
      return;
    }
    const checked = input.key(key);
    const reason = checked !== undefined && "value" in checked ? String(checked.value ?? "").trim() : "";
    const { rejection } = this.#answers;
    if (reason === "" || rejection === undefined) return;
    this.#options.answer({ outcome: { outcome: "selected", optionId: rejection.optionId }, reason });
  }

  #move(by: number): void {
    const count = Math.max(1, this.#rows().length);
    this.#selected = (this.#selected + by + count) % count;
  }
}

function toOther(label: string, number: number): AnswerRow {
  return { key: String(number), label, shortLabel: label };
}
