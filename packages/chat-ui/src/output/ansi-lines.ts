// The end of a command's output as lines of coloured runs. What moves the cursor is dropped; a rewritten line shows its last state.
import { neutralise } from "@parley/base";
import Anser from "anser";
import { OUTPUT_CHARS_MAX } from "../limits.ts";

export interface OutputRun {
  readonly text: string;
  /** Ends of class names: `output-red`, `output-bold`. */
  readonly looks: readonly string[];
}

export interface OutputLines {
  readonly lines: readonly (readonly OutputRun[])[];
  /** Earlier text is missing. */
  readonly isCut: boolean;
}

export function toOutputLines(text: string): OutputLines {
  const isCut = text.length > OUTPUT_CHARS_MAX;
  const end = isCut ? text.slice(text.length - OUTPUT_CHARS_MAX) : text;
  const whole = isCut ? end.slice(end.indexOf("\n") + 1) : end;
  const rewritten = whole.trimEnd().split("\n").map(afterReturns).join("\n");
  return { lines: rewritten.includes("\u001b") ? toColoured(rewritten) : toPlain(rewritten), isCut };
}

function toPlain(text: string): OutputRun[][] {
  if (text === "") return [];
  return neutralise(text)
    .split("\n")
    .map((line) => [{ text: line, looks: [] }]);
}

function toColoured(text: string): OutputRun[][] {
  const lines: OutputRun[][] = [[]];
  for (const { content, fg, decorations } of Anser.ansiToJson(text, { use_classes: true, remove_empty: true })) {
    const looks = [fg, ...decorations].flatMap((name) => LOOKS[name ?? ""] ?? []);
    for (const [at, part] of neutralise(content).split("\n").entries()) {
      if (at > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: part, looks });
    }
  }
  return lines;
}

const LOOKS: Readonly<Record<string, string>> = {
  "ansi-red": "red",
  "ansi-bright-red": "red",
  "ansi-green": "green",
  "ansi-bright-green": "green",
  "ansi-yellow": "yellow",
  "ansi-bright-yellow": "yellow",
  "ansi-blue": "blue",
  "ansi-bright-blue": "blue",
  "ansi-magenta": "magenta",
  "ansi-bright-magenta": "magenta",
  "ansi-cyan": "cyan",
  "ansi-bright-cyan": "cyan",
  "ansi-black": "dim",
  "ansi-bright-black": "dim",
  bold: "bold",
  dim: "dim",
  italic: "italic",
  underline: "underline",
  strikethrough: "strike",
};

/** A progress bar writes its line again and again; the last time counts. */
function afterReturns(line: string): string {
  if (!line.includes("\r")) return line;
  return line.split("\r").findLast((part) => part !== "") ?? "";
}
