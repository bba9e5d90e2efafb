// A page that the agent wants to open: the full address, and its host.
import { neutralLine, reveal } from "@parley/base";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { breakCharacters, wrapLine } from "../../terminal/wrap.ts";
import { Details, drawHiddenRows } from "./details.ts";
import { drawKeys, drawList } from "./list.ts";
import type { Drawn, ElicitationReply, Panel } from "./panel.ts";

export interface UrlPanelOptions {
  readonly message: string;
  readonly agentTitle: string;
  readonly url: string;
  readonly answer: (response: ElicitationReply) => void;
  readonly cancel: () => void;
}

const ROWS = [
  { key: "y", label: "I opened it" },
  { key: "n", label: "No" },
] as const;

/** Minimum rows for the asking agent, the page's host, the address and the number of omitted rows. */
const HEAD_ROWS_LEAST = 2;
const ABOVE_ROWS_LEAST = 4;

export class UrlPanel implements Panel {
  readonly isAnsweredByKey = true;
  readonly #options: UrlPanelOptions;
  readonly #details = new Details();
  #selected = 0;

  constructor(options: UrlPanelOptions) {
    this.#options = options;
  }

  key(key: Key): void {
    const { answer, cancel } = this.#options;
    if (isCtrl(key, "c")) return cancel();
    if (this.#details.key(key)) return;
    if (isKey(key, "up") || isKey(key, "down") || isKey(key, "tab")) this.#selected = 1 - this.#selected;
    const typed = key.type === "text" ? key.text.toLowerCase() : "";
    const chosen = isKey(key, "enter") ? ROWS[this.#selected]?.key : typed;
    if (chosen === "y") return answer({ action: "accept" });
    if (chosen === "n" || isKey(key, "escape")) answer({ action: "decline" });
  }

  /** The address is shown in full if it fits next to the answers; the message gets the rest. */
  draw(theme: Theme, rowsMax: number): Drawn {
    const head = this.#drawHead(theme);
    const address = this.#drawAddress(theme);
    if (this.#details.isOpen) return { lines: this.#details.draw([...head, EMPTY_LINE, ...address], theme, rowsMax) };
    const answers = drawList(ROWS, this.#selected, theme, ROWS.length);
    const keys = drawKeys(["Ctrl-O details", "Esc decline", "Ctrl-C stop"].join(` ${theme.symbols.separator} `), theme);
    const isRoomy = head.length + address.length + answers.length + keys.length + 2 <= rowsMax;
    if (isRoomy) return { lines: [...head, EMPTY_LINE, ...address, EMPTY_LINE, ...answers, ...keys] };
    const below = rowsMax - answers.length - keys.length < ABOVE_ROWS_LEAST ? answers : [...answers, ...keys];
    const room = Math.max(ABOVE_ROWS_LEAST, rowsMax - below.length);
    if (head.length + address.length <= room) return { lines: [...head, ...address, ...below] };
    const headRows = Math.min(head.length, Math.max(HEAD_ROWS_LEAST, room - 1 - address.length));
    const addressRows = Math.max(0, room - 1 - headRows);
    const hidden = head.length - headRows + Math.max(0, address.length - addressRows);
    const above = [...head.slice(0, headRows), ...address.slice(0, addressRows), drawHiddenRows(hidden)];
    return { lines: [...above, ...below] };
  }

  /** The host comes first, because the agent chose the text of the message. */
  #drawHead(theme: Theme): Line[] {
    const { message, agentTitle, url } = this.#options;
    const rest = [{ text: "  " }];
    const who = span(`${neutralLine(agentTitle)} wants you to open this page${hostOf(url)}`, "strong");
    const words = neutralLine(message);
    return [
      ...wrapLine(line(who), theme.columns, { first: line(span("? ", "warn")), rest }),
      ...(words === "" ? [] : wrapLine(line(span(words)), theme.columns, { first: rest })),
    ];
  }

  #drawAddress(theme: Theme): Line[] {
    const { url } = this.#options;
    const address = { ...span(reveal(url).replaceAll("\n", "<U+000A>"), "accent"), link: url };
    return breakCharacters([address], theme.columns - 2).map((row) => [{ text: "  " }, ...row]);
  }
}

/** As the browser interprets it: letters of other alphabets in their ASCII form. */
function hostOf(url: string): string {
  return URL.canParse(url) ? ` at ${new URL(url).host}` : ", whose address cannot be read";
}
