// The strings of `autoAllow` and `autoReject`: a tool's name, a kind, or `kind(pattern)`; each becomes rules like any other.
import { TOOL_KINDS } from "../facts.ts";
import type { RequestKind } from "../request.ts";
import type { RawRule } from "./fields.ts";

interface Subject {
  readonly kinds: readonly RequestKind[];
  /** The field that a pattern in brackets goes into. */
  readonly field: string;
}

/** ACP's tool kinds, and their names in other clients. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  read: { kinds: ["read"], field: "paths" },
  search: { kinds: ["read"], field: "paths" },
  edit: { kinds: ["write"], field: "paths" },
  write: { kinds: ["write"], field: "paths" },
  delete: { kinds: ["delete"], field: "paths" },
  move: { kinds: ["move"], field: "paths" },
  execute: { kinds: ["execute"], field: "pattern" },
  bash: { kinds: ["execute"], field: "pattern" },
  fetch: { kinds: ["fetch"], field: "hosts" },
  webfetch: { kinds: ["fetch"], field: "hosts" },
};
const WITH_PATTERN = /^([\w-]+)\((.*)\)$/s;
/** Several words without parentheses. */
const WORDS = /^([^\s()]+)\s+([^()]+)$/;
/** What people call a command before they know the word of this format. */
const RUNNING: ReadonlySet<string> = new Set(["run", "exec", "shell", "sh", "command", "cmd", "terminal"]);
const ADDRESS = /^[a-z][a-z+.-]*:\/\/([^/]*)/i;
/** The beginning or a part of a path that no tool's name has. */
const PATH = /^(?:\.{0,2}|~|[a-z]:)[/\\]|^\*?\.\w|\/\*|\*\//i;
const SHELL_SIGNS = /[;|&<>"'`$\\]/;
const MCP_TOOL = /^mcp__([^_](?:[^_]|_(?!_))*)(?:__(.+))?$/s;

/** `read`, `edit(src/**)`, `execute(npm run *)`, `fetch(*.example.com)`, `mcp__server__tool`, `my_tool*`. */
export function fromToolPattern(value: unknown, verdict: "allow" | "deny"): readonly RawRule[] | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const [, name = "", pattern] = WITH_PATTERN.exec(value) ?? [];
  const subject = SUBJECTS[(name === "" ? value : name).toLowerCase()];
  if (pattern !== undefined) {
    if (subject === undefined) return undefined;
    // `Bash(npm test:*)` is another tool's syntax for a prefix.
    const text = subject.field === "pattern" ? pattern.replace(/:\*$/, " *") : pattern;
    return [{ verdict, kind: subject.kinds, [subject.field]: text }];
  }
  // As a name, such a value would match nothing, and its author would not notice.
  if (!mayBeName(value)) return undefined;
  const mcp = MCP_TOOL.exec(value);
  if (mcp !== null) return [toMcpRule(verdict, mcp[1] ?? "", mcp[2])];
  return [...toKindRules(verdict, value.toLowerCase(), subject), { verdict, kind: ["tool", "mcp"], tools: value }];
}

/** Whether it only covers tools of that name: it is neither a kind nor a pattern. */
export function isToolName(value: string): boolean {
  const name = value.toLowerCase();
  return SUBJECTS[name] === undefined && !TOOL_KINDS.some((kind) => kind === name) && mayBeName(value);
}

function mayBeName(value: string): boolean {
  return !/[()\s]/.test(value) && !ADDRESS.test(value) && !PATH.test(value) && !SHELL_SIGNS.test(value);
}

const EXAMPLES = { allow: "execute(npm run *)", deny: "execute(npm publish *)" } as const;

/** What is expected instead of a value that is not a pattern. */
export function describePattern(value: unknown, verdict: "allow" | "deny"): string {
  const expected = `a tool's name, a kind, or a kind with its subject in parentheses, such as ${EXAMPLES[verdict]}`;
  const meant = typeof value === "string" ? guessPattern(value, verdict) : undefined;
  return meant === undefined ? expected : `${expected}. Did you mean ${meant}?`;
}

function guessPattern(value: string, verdict: "allow" | "deny"): string | undefined {
  const toCommand = (line: string): string => `execute(${verdict === "deny" ? withAnyArguments(line) : line})`;
  const [line, name = "", rest = ""] = WORDS.exec(value) ?? WITH_PATTERN.exec(value) ?? [];
  if (RUNNING.has(name.toLowerCase())) return toCommand(rest);
  const subject = SUBJECTS[name.toLowerCase()];
  if (subject !== undefined) return subject.field === "pattern" ? toCommand(rest) : `${name}(${rest})`;
  // A line without a kind is most likely a command.
  if (line !== undefined) return line.endsWith(")") ? undefined : toCommand(line);
  const [, host] = ADDRESS.exec(value) ?? [];
  if (host !== undefined) return `fetch(${host})`;
  if (value.startsWith("./") && !SHELL_SIGNS.test(value)) return toCommand(value);
  // Globs are relative to the workspace.
  return PATH.test(value) && /^[\w.*-]*(?:\/|$)/.test(value) && /^[^/]/.test(value)
    ? `write(${value}) or read(${value})`
    : undefined;
}

/** `rm` alone would deny neither `rm x` nor `rm -rf x`. */
function withAnyArguments(line: string): string {
  return line.endsWith("*") ? line : `${line} *`;
}

function toMcpRule(verdict: string, server: string, tool: string | undefined): RawRule {
  const rule = { verdict, kind: "mcp", servers: server };
  return tool === undefined ? rule : { ...rule, tools: tool };
}

function toKindRules(verdict: string, name: string, subject: Subject | undefined): RawRule[] {
  const rules: RawRule[] = [];
  if (subject !== undefined) rules.push({ verdict, kind: subject.kinds });
  if (TOOL_KINDS.some((kind) => kind === name)) rules.push({ verdict, kind: "tool", toolKinds: name });
  return rules;
}
