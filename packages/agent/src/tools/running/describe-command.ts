// What a command wrote and how it ended, as a model reads it.
import type { CommandExit, CommandOutput } from "../../reach/command-reach.ts";
import { toPlainText } from "../../reach/shown-output.ts";
import { MODEL_OUTPUT_HEAD_CHARS, MODEL_OUTPUT_TAIL_CHARS } from "../limits.ts";

/** Beginning and end of it, without colours. */
export function describeOutput({ text, isTruncated }: CommandOutput): string {
  const plain = toPlainText(text).trimEnd();
  if (plain.trim() === "") return "[no output]";
  const cut = cutMiddle(plain);
  return isTruncated && cut === plain ? `[the beginning of the output was not kept]\n${plain}` : cut;
}

export function describeExit({ code, signal }: CommandExit): string {
  if (code !== undefined) return `[exit code ${code}]`;
  return signal === undefined ? "[how it ended is not known]" : `[ended by ${signal}]`;
}

function cutMiddle(text: string): string {
  if (text.length <= MODEL_OUTPUT_HEAD_CHARS + MODEL_OUTPUT_TAIL_CHARS) return text;
  // At the ends of lines where there are any near; never in the middle of a character that takes two.
  const head = text.slice(0, MODEL_OUTPUT_HEAD_CHARS).replace(/[\uD800-\uDBFF]$/, "");
  const tail = text.slice(-MODEL_OUTPUT_TAIL_CHARS).replace(/^[\uDC00-\uDFFF]/, "");
  const headEnd = head.lastIndexOf("\n");
  const tailStart = tail.indexOf("\n");
  const first = headEnd > head.length / 2 ? head.slice(0, headEnd) : head;
  const last = tailStart !== -1 && tailStart < tail.length / 2 ? tail.slice(tailStart + 1) : tail;
  const gone = text.length - first.length - last.length;
  return `${first}\n[… ${gone} characters left out: write the output to a file to see all of it …]\n${last}`;
}
