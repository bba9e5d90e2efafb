// `find … -exec COMMAND ;`: one command for each test that runs one.
import type { FoundWord } from "../line/found.ts";
import { fillIn, type Inner, type InnerCommand } from "./inner.ts";

const RUNS = /^-(?:exec|ok)(dir)?$/;

export function findFindCommands(args: readonly FoundWord[]): Inner | undefined {
  const commands: InnerCommand[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const match = RUNS.exec(args[at]?.text ?? "");
    if (match === null) continue;
    const rest = args.slice(at + 1);
    const length = rest.findIndex(
      ({ text }, index) => text === ";" || (text === "+" && rest[index - 1]?.text === "{}"),
    );
    const words = fillIn(length < 0 ? rest : rest.slice(0, length), "{}");
    if (words.length > 0) commands.push({ words: match[1] === undefined ? words : elsewhere(words), assignments: [] });
    at += words.length;
  }
  return commands.length === 0 ? undefined : { kind: "commands", commands, via: "find", isShell: false };
}

/** `-execdir` runs it in a different folder each time, where a relative path names a different program. */
function elsewhere([program, ...rest]: readonly FoundWord[]): FoundWord[] {
  if (program === undefined) return [];
  const isRelative = program.text.includes("/") && !program.text.startsWith("/");
  return [isRelative ? { ...program, isLiteral: false } : program, ...rest];
}
