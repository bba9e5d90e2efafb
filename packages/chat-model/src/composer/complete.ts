// What may be completed at the cursor: a command at the beginning, what a command takes, a file after @.
import { COMPLETIONS_MAX } from "../limits.ts";
import { findBest, findMatch, score } from "@parley/base";
import type { Menu, MenuItem } from "./menu.ts";
import { mentionAt, toMention } from "./mentions.ts";

export interface CommandEntry {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
  /** What may follow it; undefined if nothing does. */
  readonly hint?: string | undefined;
  /** What it can be followed by. */
  readonly choices?: readonly Choice[] | undefined;
}

export interface Choice {
  readonly value: string;
  readonly description?: string | undefined;
}

export interface CompletionSources {
  readonly commands: readonly CommandEntry[];
  /** Paths from the working folder; undefined while they are being looked for. */
  readonly files: readonly string[] | undefined;
  /** A file is wanted: they may be looked for. */
  readonly wantFiles: () => void;
}

export function complete(text: string, cursor: number, sources: CompletionSources): Menu | undefined {
  return (
    completeCommand(text, cursor, sources) ??
    completeArgument(text, cursor, sources) ??
    completeFile(text, cursor, sources)
  );
}

function completeCommand(text: string, cursor: number, { commands }: CompletionSources): Menu | undefined {
  const typed = /^\/(\S*)$/.exec(text.slice(0, cursor));
  if (typed === null) return undefined;
  const query = typed[1] ?? "";
  const fitting = commands.flatMap((command) => {
    const points = commandScore(query, command.name);
    return points === undefined ? [] : [{ command, points }];
  });
  const best = query === "" ? fitting : fitting.toSorted((one, other) => other.points - one.points);
  return toMenu(
    0,
    best.map(({ command }) => toCommandItem(command)),
  );
}

/** What begins so comes first. */
function commandScore(query: string, name: string): number | undefined {
  if (name.toLowerCase().startsWith(query.toLowerCase())) return 2_000 - name.length;
  return score(query, name);
}

function toCommandItem({ name, description, hint, choices }: CommandEntry): MenuItem {
  const isWhole = hint === undefined || choices !== undefined;
  return {
    label: hint === undefined ? `/${name}` : `/${name} ${hint}`,
    description,
    insert: isWhole ? `/${name}` : `/${name} `,
    isWhole,
  };
}

function completeArgument(text: string, cursor: number, { commands }: CompletionSources): Menu | undefined {
  const typed = /^\/(\S+) +(\S*)$/.exec(text.slice(0, cursor));
  const command = commands.find(({ name }) => name === typed?.[1]);
  if (command?.choices === undefined) return undefined;
  const query = typed?.[2] ?? "";
  const fitting = command.choices.filter((choice) => fitsChoice(query, choice));
  const items = fitting.map(({ value, description }) => ({ label: value, description, insert: value, isWhole: true }));
  return toMenu(cursor - query.length, items);
}

/** By letters of the value, or by words of its description: Enter takes the first one, so that a slip must fit nothing. */
function fitsChoice(query: string, { value, description = "" }: Choice): boolean {
  return score(query, value) !== undefined || description.toLowerCase().includes(query.toLowerCase());
}

function completeFile(text: string, cursor: number, { files, wantFiles }: CompletionSources): Menu | undefined {
  const mention = mentionAt(text, cursor);
  if (mention === undefined) return undefined;
  wantFiles();
  const found = findBest(mention.query, files ?? [], COMPLETIONS_MAX);
  const items = found.map((path) => ({
    label: path,
    insert: `${toMention(path)} `,
    places: findMatch(mention.query, path)?.places,
  }));
  return toMenu(mention.start, items);
}

function toMenu(start: number, items: readonly MenuItem[]): Menu | undefined {
  return items.length === 0 ? undefined : { start, items: items.slice(0, COMPLETIONS_MAX), selected: 0 };
}
