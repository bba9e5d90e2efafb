// What a command does once its arguments are known: runs another command, feeds a shell, changes the folder.
import { findInner, type Inner } from "../wrappers/find-inner.ts";
import { readsItsInput } from "../wrappers/shells.ts";
import { evaluatesWords } from "./builtins.ts";
import { ANYWHERE, changesFolder, move, NOWHERE, settle, stay, UNKNOWN, type Outcome } from "./folders.ts";
import { inside, type FoundCommand, type Place } from "./found.ts";
import type { Reader } from "./reader.ts";

/** What they run is not in the line, and may change the folder. */
const RUNS_ANYTHING: ReadonlySet<string> = new Set([".", "source", "eval"]);

export function finishCommand(reader: Reader, command: FoundCommand, place: Place): Outcome {
  const outcome = findOutcome(reader, command, place);
  reader.found.note(place.folder, outcome);
  return outcome;
}

function findOutcome(reader: Reader, command: FoundCommand, place: Place): Outcome {
  const { program, args } = command;
  if (program === undefined) {
    if (args.length > 0) reader.doubt();
    return stay(place.folder);
  }
  if (!program.isLiteral) return stay(UNKNOWN);
  if (evaluatesWords(reader.found, program.text, command)) reader.doubt();
  const inner = findInner(program.text, args);
  if (inner !== undefined) return run(reader, command, inner, place);
  if (command.input !== undefined && readsItsInput(program.text, args)) runInput(reader, command, place);
  if (changesFolder(program.text)) return move(program.text, args, place.folder, reader.found.isUntouched);
  if (isExit(reader, command)) return stay(NOWHERE);
  return stay(RUNS_ANYTHING.has(program.text) ? UNKNOWN : place.folder);
}

/** With other arguments the line may continue. */
function isExit({ found }: Reader, { program, args }: FoundCommand): boolean {
  const isPlain = args.length === 0 || (args.length === 1 && /^\d+$/.test(args[0]?.text ?? ""));
  return program?.text === "exit" && isPlain && !found.functions.has("exit");
}

function run(reader: Reader, command: FoundCommand, inner: Inner, place: Place): Outcome {
  // The outer command already records that the inner one is unknown.
  if (inner.kind === "unseen") return stay(inner.isShell ? UNKNOWN : place.folder);
  command.isWrapper = true;
  if (inner.kind === "line") {
    const folder = inner.isLater ? ANYWHERE : place.folder;
    const outcome = reader.line(inner.text, inside({ ...place, folder }, inner.via), inner.dialect);
    if (inner.isLater && settle(outcome) !== folder) reader.found.hasMovingFunction = true;
    return inner.isShell && !inner.isLater ? outcome : stay(place.folder);
  }
  let outcome = stay(place.folder);
  for (const { words, assignments } of inner.commands) {
    const [program, ...args] = words;
    const here = inside(place, inner.via);
    const started = reader.found.add(here, program);
    started.args.push(...args);
    started.assignments.push(...assignments);
    for (const { name, value } of assignments) reader.found.assign(name, value.isLiteral ? value.text : undefined);
    started.input = command.input;
    outcome = finishCommand(reader, started, here);
  }
  return inner.isShell ? outcome : stay(place.folder);
}

/** `bash <<EOF`: the text is another line. */
function runInput(reader: Reader, command: FoundCommand, place: Place): void {
  const dialect = readsItsInput(command.program?.text ?? "", command.args);
  const text = command.input?.text;
  if (text === undefined || dialect === undefined) {
    reader.doubt();
    return;
  }
  command.isWrapper = true;
  reader.line(text, inside(place, "shell"), dialect);
}
