// Formats of a run's output: text for people, one JSON object, or one line per event.
import { neutralise, toShownJson } from "@parley/base";
import type { RecordedEvent } from "@parley/client";
import { createPipeWriter, type Output } from "../output/pipe-writer.ts";
import { encodeLine, type Palette } from "../terminal/encode-line.ts";
import { line, span, type StyleName } from "../terminal/line.ts";
import { describeChanges } from "./describe-changes.ts";
import type { RunResult } from "./result.ts";
import { TextView } from "./text-view.ts";
import { RUN_ANSWER_CHARS_MAX } from "../limits.ts";

export type Format = "text" | "json" | "ndjson";

export interface RunOutput {
  show(batch: readonly RecordedEvent[]): void;
  /** Ends a line that is open, before something else is shown. */
  settle(): void;
  /** Resolves when everything was read, or the reader has closed the pipe. */
  finish(result: RunResult): Promise<void>;
  /** Aborts when the reader has closed the pipe. */
  readonly gone: AbortSignal;
}

export interface RunOutputOptions {
  readonly cwd: string;
  readonly isVerbose: boolean;
  /** The answer is one JSON value: nothing else goes to stdout. */
  readonly isStructured?: boolean | undefined;
  /** The palette of stderr. */
  readonly palette: Palette;
}

export function createRunOutput(format: Format, options: RunOutputOptions): RunOutput {
  const out = createPipeWriter(process.stdout);
  // A closed stderr is ignored; only a closed stdout ends the run.
  process.stderr.on("error", () => undefined);
  switch (format) {
    case "text":
      return textOutput(out, options);
    case "json":
      return jsonOutput(out, options);
    case "ndjson":
      return ndjsonOutput(out);
  }
}

const DISCARD: Pick<Output, "write"> = { write: () => undefined };

function textOutput(out: Output, { cwd, isVerbose, isStructured, palette }: RunOutputOptions): RunOutput {
  const say = (text: string, style?: StyleName): void => {
    process.stderr.write(`${encodeLine(line(span(text, style)), palette)}\n`);
  };
  const shown = isStructured === true ? { ...out, ...DISCARD } : out;
  const view = new TextView({ out: shown, note: (text) => say(text, "dim"), cwd, isVerbose });
  return {
    show: (batch) => view.show(batch),
    settle: () => view.settle(),
    async finish(result) {
      view.settle();
      if (result.answer !== undefined) out.write(`${toShownJson(JSON.stringify(result.answer))}\n`);
      await out.end();
      if (result.error !== undefined) for (const each of neutralise(result.error.message).split("\n")) say(each, "bad");
      for (const each of describeChanges(result)) say(each, "dim");
      const why = describeStop(result);
      if (why !== undefined) say(why, "warn");
    },
    gone: out.gone,
  };
}

const STOPS: Readonly<Record<string, string>> = {
  refusal: "The agent refused to continue.",
  max_tokens: "The turn ended: token limit reached.",
  max_turn_requests: "The turn ended: limit of requests, time or cost reached.",
  cancelled: "Cancelled.",
};

function describeStop({ stopReason, hadUnansweredQuestion }: RunResult): string | undefined {
  if (hadUnansweredQuestion) return "The agent asked a question, but this is not a terminal.";
  if (stopReason === undefined || stopReason === "end_turn") return undefined;
  return STOPS[stopReason] ?? `The agent ended the turn with the stop reason "${neutralise(stopReason)}".`;
}

function jsonOutput(out: Output, { cwd }: RunOutputOptions): RunOutput {
  let text = "";
  let isCut = false;
  const keep: Output = {
    write(piece) {
      isCut ||= text.length + piece.length > RUN_ANSWER_CHARS_MAX;
      if (!isCut) text += piece;
    },
    end: () => Promise.resolve(),
    gone: out.gone,
  };
  const view = new TextView({ out: keep, note: () => undefined, cwd, isVerbose: false });
  return {
    show: (batch) => view.show(batch),
    settle: () => view.settle(),
    async finish(result) {
      view.settle();
      const shown = { ...result, text: text.trimEnd(), ...(isCut ? { isTextCut: true } : {}) };
      out.write(`${toShownJson(JSON.stringify(shown))}\n`);
      await out.end();
    },
    gone: out.gone,
  };
}

/** Prints the lines of the log as they are, so that events are not serialized twice. */
function ndjsonOutput(out: Output): RunOutput {
  return {
    show: (batch) => out.write(toShownJson(batch.map(({ line: logged }) => `${logged}\n`).join(""))),
    settle: () => undefined,
    async finish(result) {
      out.write(`${toShownJson(JSON.stringify(result))}\n`);
      await out.end();
    },
    gone: out.gone,
  };
}
