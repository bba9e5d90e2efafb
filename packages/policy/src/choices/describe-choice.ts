// A remembered choice in words: ``Always allow commands that start with `npm run test` ``.
import type { Coverage } from "../coverage.ts";
import { REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { redact } from "../redact.ts";
import { toShellLine } from "../shell-words.ts";
import { shorten } from "../text.ts";
import type { Choice, Scope } from "./choice.ts";

export function describeChoice({ verdict, holds, covers, including }: Choice): string {
  const limits = including.length === 0 ? "" : ` (including ${including.join(", ")} uses)`;
  return `${describeVerdict(verdict, holds)} ${describeCoverage(covers)}${limits}${describeScope(holds)}`;
}

function describeVerdict(verdict: Choice["verdict"], { scope }: Scope): string {
  if (scope === "session") return verdict === "allow" ? "Allow" : "Reject";
  return verdict === "allow" ? "Always allow" : "Never allow";
}

const DOING: Readonly<Record<string, string>> = {
  read: "reading",
  write: "writing",
  move: "moving",
  delete: "deleting",
};

/** What follows "allow" or "never allow". */
export function describeCoverage(covers: Coverage): string {
  switch (covers.kind) {
    case "path": {
      const inside = covers.isFolder ? " and everything in it" : "";
      const doing = covers.requests.map((request) => DOING[request] ?? request).join(" and ");
      return `${doing} ${short(covers.path)}${inside}`;
    }
    case "command": {
      const line = short(redact(toShellLine(covers.words)));
      return covers.isPrefix ? `commands that start with \`${line}\`` : `the command \`${line}\``;
    }
    case "fetch":
      return `fetching from ${short(covers.host)}`;
    case "tool":
      return `the tool ${short(covers.name)}`;
    case "mcp":
      return covers.name === undefined
        ? `every tool of the MCP server ${short(covers.server)}`
        : `the tool ${short(covers.name)} of the MCP server ${short(covers.server)}`;
  }
}

function describeScope(holds: Scope): string {
  switch (holds.scope) {
    case "session":
      return " for this session";
    case "workspace":
      return ` in ${short(holds.workspace)}`;
    case "always":
      return "";
  }
}

function short(text: string): string {
  return shorten(text, REASON_SUBJECT_CHARS_MAX);
}
