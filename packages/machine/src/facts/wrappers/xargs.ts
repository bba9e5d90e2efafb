// `xargs COMMAND`: more arguments follow at run time, at the end or in place of a marker.
import { toLiteral, type FoundWord } from "../line/found.ts";
import { fillIn, runs, UNSEEN, type Inner } from "./inner.ts";
import { skipOptions } from "./options.ts";

const ECHO = toLiteral("echo");

export function findXargsCommand(args: readonly FoundWord[]): Inner {
  const start = skipOptions(args, {
    flags: "0oprtx",
    valued: "adEILnPs",
    longFlags: ["exit", "interactive", "no-run-if-empty", "null", "open-tty", "verbose"],
    longValued: ["arg-file", "delimiter", "max-args", "max-chars", "max-lines", "max-procs"],
  });
  if (start === undefined) return UNSEEN;
  const words = args.slice(start);
  return runs(words.length === 0 ? [ECHO] : fillIn(words, findMark(args.slice(0, start))), "xargs");
}

/** `-I MARK` and `-IMARK`, also after other letters; the last one counts. */
function findMark(options: readonly FoundWord[]): string | undefined {
  let mark: string | undefined;
  for (const [index, { text }] of options.entries()) {
    const [, glued] = /^-[0oprtx]*I(.*)$/s.exec(text) ?? [];
    if (glued !== undefined) mark = glued === "" ? options[index + 1]?.text : glued;
  }
  return mark;
}
