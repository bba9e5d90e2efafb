// May it? The question with what it is about, why it is asked, and the answers by key.
import { neutralLine, plural, revealLine } from "@parley/base";
import {
  choiceByKey,
  preselectedChoice,
  toPermissionChoices,
  toPermissionSubject,
  toRememberings,
  type PermissionChoice,
  type PermissionSubject,
  type Remembering,
} from "@parley/chat-model";
import type { PermissionQuestion, PermissionReply } from "@parley/client";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { EMPTY_LINE, line, span, STYLES, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { drawSubject } from "./draw-subject.ts";
import { drawKeys, drawList } from "./list.ts";
import type { Drawn, Panel } from "./panel.ts";

export interface PermissionPanelOptions {
  readonly question: PermissionQuestion;
  readonly agentTitle: string;
  readonly workspace: string;
  /** Show the numbers of the answers, not their letters. */
  readonly isNumbered: boolean;
  /** How many questions wait behind this one. */
  readonly waiting: () => number;
  readonly answer: (reply: PermissionReply) => void;
  /** Escape and Ctrl-C: the turn is cancelled. */
  readonly cancel: () => void;
  /** Prints what did not fit, so that it can be scrolled to. */
  readonly print: (lines: (theme: Theme) => Line[]) => void;
}

/** Rows of the subject that are shown at least. */
const SUBJECT_ROWS_MIN = 3;
const HEAD_ROWS_MAX = 4;

export class PermissionPanel implements Panel {
  readonly #options: PermissionPanelOptions;
  readonly #subject: PermissionSubject;
  readonly #choices: readonly PermissionChoice[];
  readonly #rememberings: readonly Remembering[];
  #selected: number;
  #remembering = 0;
  #drawn: { readonly columns: number; readonly lines: readonly Line[] } | undefined;

  constructor(options: PermissionPanelOptions) {
    const { question, workspace } = options;
    this.#options = options;
    this.#subject = toPermissionSubject(question.toolCall, workspace);
    this.#choices = toPermissionChoices(question.options);
    this.#selected = preselectedChoice(this.#choices);
    // Our own questions have answers that remember.
    const canRemember = question.origin === "agent" && question.proposals.length > 0;
    this.#rememberings = canRemember ? toRememberings(question.sessionId, workspace) : [];
  }

  key(key: Key): void {
    const { answer, cancel, print } = this.#options;
    if (isKey(key, "escape") || isCtrl(key, "c")) return cancel();
    if (isCtrl(key, "o")) return print((theme) => [...this.#head(theme), ...drawSubject(this.#subject.parts, theme)]);
    if (isKey(key, "up")) return this.#move(-1);
    if (isKey(key, "down") || isKey(key, "tab")) return this.#move(1);
    if (key.type === "text" && key.text === "r" && this.#rememberings.length > 0) {
      this.#remembering = (this.#remembering + 1) % this.#rememberings.length;
      return;
    }
    const chosen = isKey(key, "enter") ? this.#choices[this.#selected] : this.#chosenBy(key);
    if (chosen === undefined) return;
    const remember = this.#rememberings[this.#remembering]?.scope;
    const outcome = { outcome: "selected" as const, optionId: chosen.option.optionId };
    answer(remember === undefined ? { outcome } : { outcome, remember });
  }

  draw(theme: Theme, rowsMax: number): Drawn {
    const head = this.#head(theme);
    const why = this.#drawWhy(theme);
    const answers = this.#drawAnswers(theme);
    const subject = this.#drawSubject(theme);
    const room = Math.max(SUBJECT_ROWS_MIN, rowsMax - head.length - why.length - answers.length - 2);
    const hidden = subject.length - room;
    const shown = hidden > 0 ? subject.slice(0, room - 1) : subject;
    const more = hidden > 0 ? [line(span(`  … ${hidden + 1} more lines (Ctrl-O)`, "warn"))] : [];
    return { lines: [...head, ...shown, ...more, ...why, EMPTY_LINE, ...answers] };
  }

  /** It may be long, and is drawn with every key. */
  #drawSubject(theme: Theme): readonly Line[] {
    if (this.#drawn?.columns !== theme.columns) {
      this.#drawn = { columns: theme.columns, lines: drawSubject(this.#subject.parts, theme) };
    }
    return this.#drawn.lines;
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
    return wrapLine(words, theme.columns, { first: line(span("? ", "warn")), rest: [{ text: "  " }] }).slice(
      0,
      HEAD_ROWS_MAX,
    );
  }

  #drawWhy(theme: Theme): Line[] {
    const { reason, danger } = this.#options.question.decision;
    const first: Line = [{ text: "  " }];
    const why =
      reason === "" ? [] : wrapLine([{ text: revealLine(reason), style: STYLES.dim }], theme.columns, { first });
    if (danger === undefined) return why;
    const sign = line("  ", span(`${theme.symbols.warning} `, "bad"));
    return [
      ...why,
      ...wrapLine(line(span(neutralLine(danger.sentence), "bad")), theme.columns, {
        first: sign,
        rest: [{ text: "    " }],
      }),
    ];
  }

  #drawAnswers(theme: Theme): Line[] {
    const { isNumbered } = this.#options;
    const rows = this.#choices.map(({ label, digit, letter }) => ({
      key: isNumbered ? digit : (letter ?? digit),
      label,
    }));
    const list = drawList(rows, this.#selected, theme, rows.length);
    const remembering = this.#rememberings[this.#remembering];
    const help = drawKeys(isNumbered ? "Ctrl-C to stop the turn" : "Esc to stop the turn", theme);
    if (remembering === undefined) return [...list, ...help];
    const { proposals } = this.#options.question;
    const what = proposals.map(({ text }) => neutralLine(text)).join("; ");
    const drawn = line(
      "  ",
      span("r  ", "accent"),
      "Remember my answer: ",
      span(remembering.label, remembering.scope ? "selected" : "dim"),
    );
    const covered =
      remembering.scope === undefined
        ? []
        : wrapLine(line(span(what, "dim")), theme.columns, { first: [{ text: "     " }] });
    return [...list, drawn, ...covered, ...help];
  }

  #chosenBy(key: Key): PermissionChoice | undefined {
    return key.type === "text" ? choiceByKey(this.#choices, key.text) : undefined;
  }

  #move(by: number): void {
    const count = Math.max(1, this.#choices.length);
    this.#selected = (this.#selected + by + count) % count;
  }
}
