// Finds completions for the last word of a command line, from the usage tables and from this machine.
import type { Completable, FlagRow, Flags, Usage } from "../arguments/usage.ts";
import type { CommandRow } from "../command.ts";
import type { CommandGroup } from "../commands.ts";
import { findValues } from "./values.ts";

export interface Candidate {
  readonly value: string;
  readonly about?: string | undefined;
}

/** The candidates; files and folders are completed by the shell itself. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  readonly shell?: "file" | "folder" | undefined;
}

/** The commands, passed in by the entry, which has them anyway. */
export interface Tables {
  readonly commands: readonly CommandRow[];
  readonly groups: readonly CommandGroup[];
  readonly defaultCommand: string;
  readonly flagsOf: (usage: Usage) => Flags;
  readonly choicesOf: (row: FlagRow) => readonly string[] | undefined;
  readonly home: string;
  /** The setting `server`, which is read only if needed. */
  readonly server: () => string;
}

const NOTHING: Completion = { candidates: [] };

/** `words`: the words after `parley`; the last one is being typed and may be empty. */
export async function complete(words: readonly string[], tables: Tables): Promise<Completion> {
  const { commands, groups, defaultCommand } = tables;
  const current = words.at(-1) ?? "";
  const [first = "", second = ""] = words;
  const isCommandNamed = !first.startsWith("-");
  if (words.length <= 1 && isCommandNamed) return matching(topCandidates(tables), current);
  const group = groups.find(({ name }) => name === first);
  if (group !== undefined && words.length === 2 && !current.startsWith("-")) {
    return matching(memberCandidates(group.name, tables), current);
  }
  const isSub = group !== undefined && !second.startsWith("-");
  const alone = group?.defaultCommand ?? (isCommandNamed ? first : defaultCommand);
  const name = isSub ? `${first} ${second}` : alone;
  const usage = commands.find((row) => row.usage.name === name)?.usage;
  if (usage === undefined) return NOTHING;
  const named = isSub ? 2 : Number(isCommandNamed);
  return completeArguments(usage, words.slice(named), tables);
}

async function completeArguments(usage: Usage, words: readonly string[], tables: Tables): Promise<Completion> {
  const flags = tables.flagsOf(usage);
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  if (before.includes("--")) return { candidates: [], shell: "file" };
  const typed = readTyped(flags, before);
  const place: Place = { ...typed, tables };
  if (typed.pending !== undefined) return offerFlag(typed.pending, current, place);
  const inline = /^(?<flag>--(?<name>[^=]+)=)(?<value>.*)$/s.exec(current)?.groups;
  if (inline !== undefined) {
    const row = flags[inline["name"] ?? ""];
    if (row === undefined) return NOTHING;
    const { candidates, shell } = await offerFlag(row, inline["value"] ?? "", place);
    return { candidates: candidates.map(({ value, about }) => ({ value: `${inline["flag"]}${value}`, about })), shell };
  }
  if (current.startsWith("-")) return matching(flagCandidates(flags, typed.given), current);
  const { positionals } = usage;
  const last = positionals.at(-1);
  const row = positionals[typed.positionals] ?? (last?.isMultiple === true ? last : undefined);
  if (row === undefined) return matching(flagCandidates(flags, typed.given), current);
  return offer(row.choices, row.completes, current, place);
}

interface Typed {
  readonly given: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly positionals: number;
  /** The flag whose value comes next. */
  readonly pending: FlagRow | undefined;
}

interface Place extends Typed {
  readonly tables: Tables;
}

function readTyped(flags: Flags, words: readonly string[]): Typed {
  const given = new Set<string>();
  const values = new Map<string, string>();
  let positionals = 0;
  let pending: string | undefined;
  for (const word of words) {
    if (pending !== undefined) {
      values.set(pending, word);
      pending = undefined;
      continue;
    }
    if (!word.startsWith("-") || word === "-") {
      positionals += 1;
      continue;
    }
    const [dashed = "", inline] = word.split("=", 2);
    const name = dashed.startsWith("--") ? dashed.slice(2) : nameOfShort(flags, dashed.slice(1));
    given.add(name);
    if (inline !== undefined) values.set(name, inline);
    else if (Object.hasOwn(flags, name) && flags[name]?.type !== "boolean" && flags[name]?.alone === undefined)
      pending = name;
  }
  return { given, values, positionals, pending: pending === undefined ? undefined : flags[pending] };
}

async function offerFlag(row: FlagRow, current: string, place: Place): Promise<Completion> {
  if (row.words !== undefined) return offerWords(row.words, current);
  return offer(place.tables.choicesOf(row), row.completes, current, place);
}

/** The next word of a list with commas. */
function offerWords(words: readonly string[], current: string): Completion {
  const before = current.slice(0, current.lastIndexOf(",") + 1);
  const used = before.split(",");
  const left = words.filter((word) => !used.includes(word));
  return matching(
    left.map((word) => ({ value: `${before}${word}` })),
    current,
  );
}

async function offer(
  choices: readonly string[] | undefined,
  completes: Completable | undefined,
  current: string,
  { tables: { home, server }, values, given }: Place,
): Promise<Completion> {
  if (choices !== undefined)
    return matching(
      choices.map((value) => ({ value })),
      current,
    );
  if (completes === undefined) return NOTHING;
  if (completes === "file" || completes === "folder") return { candidates: [], shell: completes };
  // A server that the command line names may be slow to reach.
  const usesServer = !given.has("no-server") && !given.has("server") && server() === "auto";
  return matching(await findValues(completes, { home, agent: values.get("agent"), usesServer }), current);
}

function topCandidates({ commands, groups }: Tables): Candidate[] {
  const names = [...new Set(commands.map(({ usage }) => usage.name.split(" ")[0] ?? ""))];
  return names.map((value) => {
    const group = groups.find(({ name }) => name === value);
    return { value, about: group?.summary ?? commands.find(({ usage }) => usage.name === value)?.usage.summary };
  });
}

function memberCandidates(group: string, { commands }: Tables): Candidate[] {
  return commands
    .filter(({ usage }) => usage.name.startsWith(`${group} `))
    .map(({ usage }) => ({ value: usage.name.slice(group.length + 1), about: usage.summary }));
}

function flagCandidates(flags: Flags, given: ReadonlySet<string>): Candidate[] {
  return Object.entries(flags)
    .filter(([name, { isMultiple }]) => isMultiple === true || !given.has(name))
    .map(([name, { summary }]) => ({ value: `--${name}`, about: summary }));
}

function nameOfShort(flags: Flags, letters: string): string {
  const letter = letters.at(-1);
  return Object.entries(flags).find(([, { short }]) => short !== undefined && short === letter)?.[0] ?? letters;
}

function matching(candidates: readonly Candidate[], current: string): Completion {
  return { candidates: candidates.filter(({ value }) => value.startsWith(current)) };
}
