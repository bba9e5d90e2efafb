// The families of rules: their requests, their fields, and how a rule is added to a set.
import { DANGEROUS, INLINE, NONE, UNSEEN, type Concerns } from "../concerns.ts";
import { TOOL_KINDS } from "../facts.ts";
import { compileGlob } from "../patterns/glob.ts";
import { anyParts, type Sequence } from "../patterns/sequence.ts";
import { compileWords } from "../patterns/wildcard.ts";
import { PATH_KINDS, type PathKind, type RequestKind } from "../request.ts";
import { toProgramName, toProgramPattern } from "./program-name.ts";
import type { Fields } from "./fields.ts";
import type { Rule } from "./rule.ts";
import type { RuleSet } from "./rule-set.ts";

export interface Family {
  readonly kinds: readonly RequestKind[];
  readonly fields: readonly string[];
  /** Other requests in which the same things occur: a command names paths, a tool may do anything. */
  readonly alsoIn: readonly RequestKind[];
  /** Reads the family's fields; returns a function that adds the rule to a set. */
  readonly read: (fields: Fields, kinds: readonly RequestKind[]) => (rule: Rule, set: RuleSet) => void;
}

export const FAMILIES: readonly Family[] = [
  { kinds: PATH_KINDS, fields: ["paths"], alsoIn: ["execute", "tool", "mcp"], read: readPathRule },
  {
    kinds: ["execute"],
    fields: ["program", "prefix", "args", "pattern"],
    alsoIn: ["tool", "mcp"],
    read: readCommandRule,
  },
  { kinds: ["fetch"], fields: ["hosts"], alsoIn: ["tool", "mcp"], read: readFetchRule },
  { kinds: ["tool", "mcp"], fields: ["tools", "toolKinds", "servers"], alsoIn: [], read: readToolRule },
];

function readPathRule(fields: Fields, kinds: readonly RequestKind[]): (rule: Rule, set: RuleSet) => void {
  const globs = fields.has("paths") ? fields.globs("paths") : everything();
  const pathKinds = new Set(PATH_KINDS.filter((kind) => kinds.includes(kind)));
  return (rule, set) => set.paths.add({ ...rule, kinds: pathKinds satisfies ReadonlySet<PathKind> }, globs);
}

function everything(): ReturnType<Fields["globs"]> {
  const compiled = compileGlob("**");
  return "globs" in compiled ? compiled.globs : [];
}

/** `program` with `prefix` or `args`, or a `pattern` for the whole command; without any of them, every command. */
function readCommandRule(fields: Fields): (rule: Rule, set: RuleSet) => void {
  const ways = ["pattern", "prefix", "args"].filter((field) => fields.has(field));
  if (ways.length > 1) fields.fail(ways[1] ?? "", `no ${ways[0]} beside it`);
  if (ways.length > 0 && fields.has("program") === fields.has("pattern")) {
    fields.fail("program", "a program, or a pattern without one");
  }
  const words = [...fields.texts("prefix").flatMap(splitWords), ...fields.texts("args")];
  const [program = "*", ...rest] = splitWords(fields.text("pattern") ?? "").concat(fields.text("program") ?? [], words);
  const isOpen = !fields.has("args") && !fields.has("pattern");
  const exact = toSequence(toProgramPattern(program), rest, isOpen);
  const folded = toSequence(toProgramName(toProgramPattern(program)), rest, isOpen);
  if (exact.length === 0 || folded.length === 0) fields.fail(ways[0] ?? "program", "words of a reasonable length");
  return (rule, set) =>
    set.commands.add({ ...rule, coverage: rule.coverage | nameCoverage(exact, rule), exact, folded });
}

/** A rule that names the program also covers the code it runs; code in the line needs `dangerous` as well. */
function nameCoverage([program]: Sequence, { coverage }: Rule): Concerns {
  if (program === undefined || program === anyParts || program.literal === undefined) return NONE;
  return (coverage & DANGEROUS) === 0 ? UNSEEN : UNSEEN | INLINE;
}

/** Empty if a word is invalid. `isOpen`: more words may follow. */
function toSequence(program: string, rest: readonly string[], isOpen: boolean): Sequence {
  return compileWords([program, ...rest, ...(isOpen ? ["*"] : [])]) ?? [];
}

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function readFetchRule(fields: Fields): (rule: Rule, set: RuleSet) => void {
  const hosts = fields.wildcards("hosts");
  return (rule, set) => set.fetches.add({ ...rule, hosts });
}

function readToolRule(fields: Fields, kinds: readonly RequestKind[]): (rule: Rule, set: RuleSet) => void {
  const tools = fields.wildcards("tools");
  const servers = fields.wildcards("servers");
  const toolKinds = new Set(fields.someOf("toolKinds", TOOL_KINDS));
  const requests = new Set((["tool", "mcp"] as const).filter((kind) => kinds.includes(kind)));
  return (rule, set) => set.tools.add({ ...rule, tools, servers, toolKinds, kinds: requests });
}
