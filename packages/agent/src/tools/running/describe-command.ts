// Describes the output and the exit of a command for a model.
import type { CommandExit, CommandOutput } from "../../client-io/session-commands.ts";
import { toPlainText } from "../../client-io/shown-output.ts";
import { cutMiddle } from "../../text/cut.ts";
import { MODEL_OUTPUT_HEAD_CHARS, MODEL_OUTPUT_TAIL_CHARS } from "../../limits.ts";

/** Its beginning and end, without colours. */
export function describeOutput({ text, isTruncated }: CommandOutput): string {
  const plain = toPlainText(text).trimEnd();
  if (plain.trim() === "") return "[no output]";
  const cut = cutMiddle(plain, ENDS, describeGap);
  return isTruncated && cut === plain ? `[the beginning of the output is missing]\n${plain}` : cut;
}

export function describeExit({ code, signal }: CommandExit): string {
  if (code !== undefined) return `[exit code ${code}]`;
  return signal === undefined ? "[exit status unknown]" : `[killed by ${signal}]`;
}

const ENDS = { headChars: MODEL_OUTPUT_HEAD_CHARS, tailChars: MODEL_OUTPUT_TAIL_CHARS, atLines: true } as const;

function describeGap(gone: number): string {
  return `[… ${gone} characters omitted: write the output to a file to see all of it …]`;
}
