// A permission question: its subject, the reason, and the answers with their keys.
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
import { Details, drawHiddenRows } from "./details.ts";
import { drawAnswerRows, toAnswerRows, type AnswerRow } from "./draw-answers.ts";
import { drawSubject, fitSubject } from "./draw-subject.ts";
import { TextInput } from "./field-input.ts";
import { drawKeys, windowStart } from "./list.ts";
import type { Drawn, Panel } from "./panel.ts";

export interface PermissionPanelOptions {
  readonly question: PermissionQuestion;
  readonly agentTitle: string;
  readonly workspace: string;
  /** Set if it is from a session other than the open one. */
  readonly isElsewhere?: boolean | undefined;
  /** The user typed the command, so no agent waits for the answer. */
  readonly isTyped?: boolean | undefined;
  /** Show the numbers of the answers, not their letters. */
  readonly isNumbered: boolean;
  /** Number of further open questions. */
  readonly waiting: () => number;
  readonly answer: (reply: PermissionReply) => void;
  /** Escape and Ctrl-C: the turn is cancelled. */
  readonly cancel: () => void;
}

/** Minimum rows of the subject. */
const SUBJECT_ROWS_MIN = 6;
/** The name of a file, a removed and an added line, and the number of omitted lines: always shown. */
const SUBJECT_ROWS_LEAST = 4;
const HEAD_ROWS_MAX = 4;
const INSTEAD_KEY = "r";
const MORE_KEY = "m";
const INSTEAD = "No, do this instead…";
const MORE = "More answers…";

export class PermissionPanel implements Panel {
  readonly isAnsweredByKey = true;
  readonly #options: PermissionPanelOptions;
  readonly #subject: PermissionSubject;
  readonly #answers: PermissionAnswers;
  #shown: readonly PermissionAnswer[];
  #selected: number;
  /** The instruction for the agent, while it is being typed. */
  #instead: TextInput | undefined;
  readonly #details = new Details();

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
    if (this.#details.key(key)) return;
    if (isKey(key, "escape")) return this.#options.cancel();
    if (isKey(key, "up")) return this.#move(-1);
    if (isKey(key, "down") || isKey(key, "tab")) return this.#move(1);
    if (isKey(key, "enter")) return this.#choose(this.#rows()[this.#selected]?.key);
    // Several characters at once are typed text that was not meant for the question.
    if (key.type === "text" && key.text.length === 1) this.#choose(key.text.toLowerCase());
  }

  draw(theme: Theme, rowsMax: number): Drawn {
    if (this.#instead !== undefined) return this.#drawInstead(this.#instead, theme, rowsMax);
    if (this.#details.isOpen) return this.#drawDetails(theme, rowsMax);
    const head = this.#head(theme);
    const danger = this.#drawDanger(theme);
    const why = this.#drawReason(theme);
    const full = drawSubject(this.#subject.parts, theme).length;
    const roomFor = (subjectRows: number) => (lines: readonly Line[]) =>
      Math.min(full, subjectRows) + head.length + danger.length + lines.length <= rowsMax;
    const short = this.#drawAnswers(theme, true);
    // Parts that can be omitted, least important first: the gap, the reason, the text that repeats the subject, the
    // keys.
    const layouts = [
      [...why, EMPTY_LINE, ...this.#drawAnswers(theme, false)],
      [...why, ...this.#drawAnswers(theme, false)],
      this.#drawAnswers(theme, false),
      short,
    ];
    const bare = drawAnswerRows(this.#rows(), this.#selected, theme, { isShort: true });
    const below = layouts.find(roomFor(SUBJECT_ROWS_MIN)) ?? [short, bare].find(roomFor(SUBJECT_ROWS_LEAST));
    if (below === undefined) return this.#drawTiny(head[0] ?? EMPTY_LINE, theme, rowsMax);
    const room = Math.max(0, rowsMax - head.length - danger.length - below.length);
    return { lines: [...head, ...this.#fitSubject(theme, room), ...danger, ...below] };
  }

  /** One row each, the answers around the selected one first; the question is in the first row. */
  #drawTiny(head: Line, theme: Theme, rowsMax: number): Drawn {
    const danger = this.#drawDanger(theme).slice(0, 1);
    const answers = drawAnswerRows(this.#rows(), this.#selected, theme, { isShort: true, isCut: true });
    const room = Math.max(1, rowsMax - 1 - danger.length);
    const start = windowStart(answers.length, this.#selected, room);
    const shown = answers.slice(start, start + room);
    const left = room - shown.length;
    const subject = left > 0 ? this.#fitSubject(theme, left).slice(0, left) : [];
    return { lines: [head, ...subject, ...danger, ...shown] };
  }

  #fitSubject(theme: Theme, room: number): readonly Line[] {
    const whole = fitSubject(this.#subject.parts, theme, room);
    if (whole.hidden === 0) return whole.lines;
    const { lines, hidden } = fitSubject(this.#subject.parts, theme, room - 1);
    return [...lines, drawHiddenRows(hidden)];
  }

  #head(theme: Theme): Line[] {
    const rows = this.#drawHead(this.#subject.title, theme);
    return (rows.length === 1 ? rows : this.#drawHead(this.#shortTitle(), theme)).slice(0, HEAD_ROWS_MAX);
  }

  #drawHead(title: string, theme: Theme): Line[] {
    const { agentTitle, waiting, isTyped } = this.#options;
    const asker = isTyped === true ? "you typed it" : `${neutralLine(agentTitle)} asks`;
    const others = waiting();
    const dot = ` ${theme.symbols.separator} `;
    const words = line(
      span(title, "strong"),
      span(`${dot}${asker}`, "dim"),
      others > 0 ? span(`${dot}${plural(others, "more question")}`, "dim") : undefined,
    );
    return wrapLine(words, theme.columns, { first: line(span("? ", "warn")), rest: [{ text: "  " }] });
  }

  /** If the title does not fit, a path that the subject shows in full is shortened to its last name. */
  #shortTitle(): string {
    const { title, parts } = this.#subject;
    const paths = parts.flatMap((part) =>
      part.type === "change" ? [part.path] : part.type === "path" ? [part.text] : [],
    );
    return title.replaceAll(/\S*[/\\]([^\s/\\]+)/g, (path, name: string) =>
      paths.some((shown) => shown.endsWith(path)) ? name : path,
    );
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
    return wrapLine(line(span(revealLine(danger.sentence), "bad")), theme.columns, { first, rest });
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
    const field = input.draw(theme, Math.max(1, rowsMax - head.length - 2));
    const keys = this.#options.isNumbered ? [] : drawKeys("Enter reject and send · Esc back", theme);
    const room = rowsMax - head.length - 1 - field.lines.length - keys.length;
    const above = [...head, ...(room > 1 ? this.#fitSubject(theme, room) : []), label];
    const cursor = field.cursor && { ...field.cursor, row: field.cursor.row + above.length };
    return { lines: [...above, ...field.lines, ...keys], cursor };
  }

  #drawDetails(theme: Theme, rowsMax: number): Drawn {
    const head = this.#head(theme);
    const all = [
      ...drawSubject(this.#subject.parts, theme),
      ...this.#drawDanger(theme),
      ...this.#drawReason(theme),
      EMPTY_LINE,
      ...drawAnswerRows(this.#rows(), this.#selected, theme, { isShort: false }),
    ];
    return { lines: [...head, ...this.#details.draw(all, theme, rowsMax - head.length)] };
  }

  get #canInstead(): boolean {
    return this.#answers.rejection !== undefined && this.#options.isTyped !== true;
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
