// A page that the agent wants opened: the whole address, and whose it is.
import { neutralLine, reveal } from "@parley/base";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { EMPTY_LINE, line, span } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { breakCharacters, wrapLine } from "../../terminal/wrap.ts";
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

export class UrlPanel implements Panel {
  readonly #options: UrlPanelOptions;
  #selected = 0;

  constructor(options: UrlPanelOptions) {
    this.#options = options;
  }

  key(key: Key): void {
    const { answer, cancel } = this.#options;
    if (isCtrl(key, "c")) return cancel();
    if (isKey(key, "up") || isKey(key, "down") || isKey(key, "tab")) this.#selected = 1 - this.#selected;
    const typed = key.type === "text" ? key.text.toLowerCase() : "";
    const chosen = isKey(key, "enter") ? ROWS[this.#selected]?.key : typed;
    if (chosen === "y") return answer({ action: "accept" });
    if (chosen === "n" || isKey(key, "escape")) answer({ action: "decline" });
  }

  draw(theme: Theme): Drawn {
    const { message, agentTitle, url } = this.#options;
    const rest = [{ text: "  " }];
    const head = wrapLine(line(span(neutralLine(message), "strong")), theme.columns, {
      first: line(span("? ", "warn")),
      rest,
    });
    const address = breakCharacters(line(span(reveal(url).replaceAll("\n", "<U+000A>"), "accent")), theme.columns - 2);
    return {
      lines: [
        ...head,
        ...drawKeys(`${neutralLine(agentTitle)} wants you to open this page${hostOf(url)}:`, theme),
        EMPTY_LINE,
        ...address.map((row) => [{ text: "  " }, ...row]),
        EMPTY_LINE,
        ...drawList(ROWS, this.#selected, theme, ROWS.length),
        ...drawKeys("Esc to decline, Ctrl-C to stop the turn", theme),
      ],
    };
  }
}

/** As the browser will read it: letters of other alphabets are spelt out. */
function hostOf(url: string): string {
  return URL.canParse(url) ? ` at ${new URL(url).host}` : ", whose address cannot be read";
}
