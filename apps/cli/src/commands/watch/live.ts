// Shows the feed on the whole terminal, redraws it on every change, and restores the screen at the end.
import { FeedMirror, type MirroredSession } from "@parley/observe";
import { connectToFeed, type FeedReader, type FeedReaderState } from "@parley/observe/feed";
import type { CommandContext } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { themeOf } from "../../output/palette.ts";
import { isCtrl, type Key } from "../../terminal/keys/key.ts";
import { PAINT_INTERVAL_MS } from "../../limits.ts";
import { RawTerminal } from "../../terminal/raw-terminal.ts";
import { Screen } from "../../terminal/screen.ts";
import { drawWatch } from "./draw-watch.ts";
import type { WatchTarget } from "./target.ts";
import { afterKey, createView, follow, type Sort, type WatchView } from "./view.ts";

/** The alternate screen, so that the previous contents are restored at the end. */
const ENTER = "\u001b[?1049h\u001b[2J\u001b[H";
const LEAVE = "\u001b[?1049l";
/** Spinners and ages are redrawn even if nothing happens. */
const MOVE_MS = 200;
/** A session with many files takes long to draw, so most of the time is left to other work. */
const REST_FACTOR = 4;
/** 128 plus the number of the signal. */
const SIGNAL_CODES = { SIGTERM: 143, SIGHUP: 129 } as const;

interface LiveOptions extends Pick<CommandContext, "settings"> {
  readonly sort: Sort;
}

export async function watchLive(target: WatchTarget, options: LiveOptions): Promise<number> {
  const watch = new LiveWatch(target, options);
  const code = await watch.run();
  // Node aborts if it resets a terminal that was closed, so the process ends itself with the signal instead.
  if (code === SIGNAL_CODES.SIGHUP) process.kill(process.pid, "SIGHUP");
  return code;
}

class LiveWatch {
  readonly #target: WatchTarget;
  readonly #settings: CommandContext["settings"];
  readonly #mirror = new FeedMirror();
  readonly #terminal: RawTerminal;
  readonly #screen: Screen;
  #view: WatchView;
  #link: FeedReaderState = { type: "connecting" };
  /** The sessions as they were when the screen was frozen. */
  #frozen: { readonly sessions: readonly MirroredSession[]; readonly nowMs: number } | undefined;
  #painter: NodeJS.Timeout | undefined;
  #paintedAtMs = 0;
  #paintMs = 0;
  #isAway = false;
  #leave: (code: number) => void = () => undefined;

  constructor(target: WatchTarget, { settings, sort }: LiveOptions) {
    this.#target = target;
    this.#settings = settings;
    this.#view = createView(sort);
    this.#terminal = new RawTerminal(process.stdin, process.stdout, {
      onKey: (key) => this.#onKey(key),
      onResize: () => this.#redraw(),
      onReturn: () => {
        this.#isAway = false;
        process.stdout.write(ENTER);
        this.#redraw();
      },
      onEnd: (signal) => this.#leave(SIGNAL_CODES[signal]),
    });
    this.#screen = new Screen({
      write: (text) => void process.stdout.write(text),
      size: sizeOf,
      palette: this.#theme,
      reflows: false,
    });
  }

  async run(): Promise<number> {
    const code = new Promise<number>((resolve) => {
      this.#leave = resolve;
    });
    const interrupt = (): void => this.#leave(ExitCodes.endTurn);
    process.stdout.write(ENTER);
    process.on("exit", restoreScreen).on("SIGINT", interrupt);
    this.#terminal.open();
    const reader = this.#connect();
    const mover = setInterval(() => this.#paintSoon(), MOVE_MS);
    this.#paintSoon();
    try {
      return await code;
    } finally {
      reader.close();
      clearInterval(mover);
      clearTimeout(this.#painter);
      this.#isAway = true;
      this.#terminal.close();
      process.off("exit", restoreScreen).off("SIGINT", interrupt);
      restoreScreen();
    }
  }

  #connect(): FeedReader {
    const { address, token } = this.#target;
    return connectToFeed(address, {
      token,
      onMessage: (message) => {
        if (this.#mirror.apply(message)) this.#paintSoon();
      },
      onState: (state) => {
        this.#link = state;
        if (state.type === "connected") this.#mirror.reconnected();
        this.#paintSoon();
      },
    });
  }

  get #theme(): ReturnType<typeof themeOf> {
    return themeOf({ isTTY: true, columns: sizeOf().columns }, this.#settings.color);
  }

  #sessions(): readonly MirroredSession[] {
    return this.#frozen?.sessions ?? this.#mirror.sessions.filter(this.#target.matches);
  }

  #onKey(key: Key): void {
    if (isCtrl(key, "z")) return this.#suspend();
    const next = afterKey(this.#view, key, this.#sessions());
    if (next === "leave") return this.#leave(ExitCodes.endTurn);
    if (next.isFrozen !== this.#view.isFrozen) this.#freeze(next.isFrozen);
    this.#view = next;
    this.#paintSoon();
  }

  #freeze(isFrozen: boolean): void {
    const sessions = this.#sessions().map((session) => ({ ...session, files: new Map(session.files) }));
    this.#frozen = isFrozen ? { sessions, nowMs: Date.now() } : undefined;
  }

  #suspend(): void {
    this.#isAway = true;
    process.stdout.write(LEAVE);
    this.#terminal.suspend();
  }

  #redraw(): void {
    if (!this.#isAway) this.#screen.clear();
    this.#paintSoon();
  }

  #paintSoon(): void {
    if (this.#painter !== undefined || this.#isAway) return;
    const pauseMs = Math.max(PAINT_INTERVAL_MS, this.#paintMs * REST_FACTOR);
    const wait = Math.max(0, this.#paintedAtMs + pauseMs - performance.now());
    this.#painter = setTimeout(() => this.#paint(), wait);
  }

  #paint(): void {
    this.#painter = undefined;
    if (this.#isAway) return;
    this.#paintedAtMs = performance.now();
    const sessions = this.#sessions();
    if (!this.#view.isFrozen) this.#view = follow(this.#view, sessions);
    const model = {
      address: this.#target.name,
      link: this.#link,
      sessions,
      view: this.#view,
      nowMs: this.#frozen?.nowMs ?? Date.now(),
    };
    // The screen keeps its last row for the cursor.
    this.#screen.paint([], { lines: drawWatch(model, this.#theme, sizeOf().rows - 1) });
    this.#paintMs = performance.now() - this.#paintedAtMs;
  }
}

function restoreScreen(): void {
  process.stdout.write(LEAVE);
}

/** Some terminals do not report their size. */
function sizeOf(): { columns: number; rows: number } {
  return { columns: process.stdout.columns || 80, rows: process.stdout.rows || 24 };
}
