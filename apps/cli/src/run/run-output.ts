// Formats of a run's output: text for users, one JSON object, or one line per event.
import { neutralise, ParleyError, toShownJson } from "@parley/base";
import { formatSessionEvent, type SessionEvent } from "@parley/acp";
import { createPipeWriter, type Output } from "../output/pipe-writer.ts";
import { encodeLine, type Palette } from "../terminal/encode-line.ts";
import { line, span, type StyleName } from "../terminal/line.ts";
import { describeChanges } from "../review/describe-changes.ts";
import type { RunResult } from "./result.ts";
import { TextView } from "./text-view.ts";
import { RUN_ANSWER_CHARS_MAX } from "../limits.ts";

export type Format = "text" | "json" | "ndjson";

interface ShownEvent {
  readonly event: SessionEvent;
  /** The log's line, if known. */
  readonly line?: string | undefined;
}

export interface RunOutput {
  show(batch: readonly ShownEvent[]): void;
  /** A line for the user. */
  note(text: string): void;
  /** Ends an unfinished line before other output. */
  settle(): void;
  /** Resolves when everything was read, or the reader has closed the pipe. */
  finish(result: RunResult): Promise<void>;
  /** Aborts when the reader has closed the pipe. */
  readonly gone: AbortSignal;
}

export interface RunOutputOptions {
  readonly cwd: string;
  readonly isVerbose: boolean;
  /** The answer is one JSON value, so nothing else is written to stdout. */
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
      return ndjsonOutput(out, options);
  }
}

function sayOn(palette: Palette, text: string, style: StyleName): void {
  process.stderr.write(`${encodeLine(line(span(text, style)), palette)}\n`);
}

function noteOn(palette: Palette, text: string): void {
  sayOn(palette, neutralise(text), "dim");
}

/** A reader may close the pipe early, but a full disk is an error. */
export function throwIfUnwritten({ aborted, reason }: AbortSignal): void {
  if (!aborted || !(reason instanceof Error) || ("code" in reason && reason.code === "EPIPE")) return;
  throw new ParleyError({
    code: "file_failed",
    message: `Cannot write the output: ${reason.message}`,
    cause: reason,
  });
}

const DISCARD: Pick<Output, "write"> = { write: () => undefined };

function textOutput(out: Output, { cwd, isVerbose, isStructured, palette }: RunOutputOptions): RunOutput {
  const say = (text: string, style: StyleName): void => sayOn(palette, text, style);
  const shown = isStructured === true ? { ...out, ...DISCARD } : out;
  const view = new TextView({ out: shown, note: (text) => say(text, "dim"), cwd, isVerbose });
  return {
    show: (batch) => view.show(batch),
    note: (text) => {
      view.settle();
      noteOn(palette, text);
    },
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

function jsonOutput(out: Output, { cwd, palette }: RunOutputOptions): RunOutput {
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
    note: (said) => noteOn(palette, said),
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

/** Prints the log's lines unchanged if known, so that events are not serialized twice. */
function ndjsonOutput(out: Output, { palette }: RunOutputOptions): RunOutput {
  return {
    show: (batch) => {
      const lines = batch.map(({ event, line: logged }) => `${logged ?? formatSessionEvent(event)}\n`);
      out.write(toShownJson(lines.join("")));
    },
    note: (text) => noteOn(palette, text),
    settle: () => undefined,
    async finish(result) {
      out.write(`${toShownJson(JSON.stringify(result))}\n`);
      await out.end();
    },
    gone: out.gone,
  };
}
