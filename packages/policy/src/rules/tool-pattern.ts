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
  // Tool names have neither parentheses nor spaces. As a name, such a value would match nothing, and its author would not notice.
  if (/[()\s]/.test(value)) return undefined;
  const mcp = MCP_TOOL.exec(value);
  if (mcp !== null) return [toMcpRule(verdict, mcp[1] ?? "", mcp[2])];
  return [...toKindRules(verdict, value.toLowerCase(), subject), { verdict, kind: ["tool", "mcp"], tools: value }];
}

/** What is expected instead of a value that is not a pattern. */
export function describePattern(value: unknown, example: string): string {
  const expected = `a tool's name, a kind, or a kind with its subject in parentheses, such as ${example}`;
  const words = typeof value === "string" ? WORDS.exec(value) : null;
  if (words === null) return expected;
  const [line, name = "", rest = ""] = words;
  // A line without a kind is most likely a command.
  const meant =
    SUBJECTS[name.toLowerCase()] === undefined ? `execute(${name === "run" ? rest : line})` : `${name}(${rest})`;
  return `${expected}. Did you mean ${meant}?`;
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
