// The stage in a terminal that can do nothing but lines: what is finished is printed, questions are printed and answered by a line.
import { createInterface, type Interface } from "node:readline";
import { encodeLine } from "../terminal/encode-line.ts";
import { NO_MODIFIERS } from "../terminal/keys/key.ts";
import type { Line } from "../terminal/line.ts";
import type { Look } from "../terminal/look.ts";
import type { Block } from "./feed/block.ts";
import { Outlet } from "./feed/outlet.ts";
import { LEAVE_WAIT_MS } from "./limits.ts";
import type { Stage, StageHands, StageLook } from "./stage.ts";

const COLUMNS_DEFAULT = 80;
/** A panel is printed whole. */
const PANEL_ROWS = 1_000;

export class PlainStage implements Stage {
  readonly outlet = new Outlet({ echoes: true });
  readonly isNumbered = true;
  readonly #stageLook: StageLook;
  readonly #hands: StageHands;
  #readline: Interface | undefined;
  #isPlanned = false;
  /** What was printed of the panel, so that it is printed again only when it looks different. */
  #panelText = "";
  #isPromptOpen = false;
  #interruptedAtMs = Number.NEGATIVE_INFINITY;

  constructor(look: StageLook, hands: StageHands) {
    this.#stageLook = look;
    this.#hands = hands;
  }

  get look(): Look {
    return { ...this.#stageLook, columns: (process.stdout.columns || COLUMNS_DEFAULT) - 1 };
  }

  open(): void {
    this.#listen();
    process.on("SIGTERM", this.#onTerminate).on("SIGHUP", this.#onHangup);
    process.stdout.on("error", this.#onHangup);
    this.paintSoon();
  }

  print(block: Block): void {
    this.outlet.add(block);
    this.paintSoon();
  }

  paintSoon(): void {
    if (this.#isPlanned || this.#readline === undefined) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (this.#readline !== undefined) this.#paint();
    });
  }

  clear(): void {
    this.paintSoon();
  }

  bell(): void {
    process.stdout.write("\u0007");
  }

  tell(): void {
    // A terminal that knows no sequences is given none.
  }

  suspend(): void {
    // The terminal itself does that here.
  }

  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#paint();
    this.#readline?.close();
    this.#readline = undefined;
    try {
      return await work();
    } finally {
      this.#listen();
      this.paintSoon();
    }
  }

  close(): void {
    this.outlet.endMessage();
    this.#write(this.outlet.take(this.look));
    if (this.#isPromptOpen) process.stdout.write("\n");
    const readline = this.#readline;
    this.#readline = undefined;
    readline?.close();
    process.off("SIGTERM", this.#onTerminate).off("SIGHUP", this.#onHangup);
    process.stdout.off("error", this.#onHangup);
    process.stdin.pause();
  }

  #listen(): void {
    const readline = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
    this.#readline = readline;
    readline.on("line", (text) => {
      this.#isPromptOpen = false;
      this.#panelText = "";
      this.#hands.onLine(text);
      this.paintSoon();
    });
    // The end of input is Ctrl-D.
    readline.on("close", () => {
      if (this.#readline === readline) this.#hands.onKey({ type: "chord", text: "d", ...NO_MODIFIERS, ctrl: true });
    });
    process.off("SIGINT", this.#onInterrupt).on("SIGINT", this.#onInterrupt);
  }

  #paint(): void {
    this.#write(this.outlet.take(this.look));
    const panel = this.#hands.panel();
    const lines = panel?.draw(this.look, PANEL_ROWS).lines ?? [];
    const text = lines.map((drawn) => encodeLine(drawn, this.#stageLook)).join("\n");
    if (text !== this.#panelText) this.#write(lines);
    this.#panelText = text;
    if (!this.#isPromptOpen && (panel !== undefined || this.#hands.isIdle())) {
      process.stdout.write(panel === undefined ? "\n> " : "> ");
      this.#isPromptOpen = true;
    }
  }

  #write(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    const text = lines.map((drawn) => `${encodeLine(drawn, this.#stageLook)}\n`).join("");
    process.stdout.write(this.#isPromptOpen ? `\n${text}` : text);
    this.#isPromptOpen = false;
  }

  readonly #onInterrupt = (): void => {
    const isIdle = this.#hands.panel() === undefined && this.#hands.isIdle();
    this.#hands.onKey({ type: "chord", text: "c", ...NO_MODIFIERS, ctrl: true });
    const isFirst = performance.now() - this.#interruptedAtMs > LEAVE_WAIT_MS;
    if (isIdle && isFirst) this.#write([[{ text: "Ctrl-C again, or Ctrl-D, leaves." }]]);
    this.#interruptedAtMs = performance.now();
    this.paintSoon();
  };
  readonly #onTerminate = (): void => this.#hands.onEnd("SIGTERM");
  readonly #onHangup = (): void => this.#hands.onEnd("SIGHUP");
}
