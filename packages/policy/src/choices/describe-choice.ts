// A remembered choice in words: `Always allow commands that begin with: npm run test`.
import { REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { redact } from "../redact.ts";
import { toShellLine } from "../shell-words.ts";
import { shorten } from "../text.ts";
import type { Choice, Coverage, Scope } from "./choice.ts";

export function describeChoice({ verdict, holds, covers, including }: Choice): string {
  const limits = including.length === 0 ? "" : ` (${including.join(", ")} uses included)`;
  return `${describeScope(holds)}${verdict} ${describeCoverage(covers)}${limits}`;
}

export function describeCoverage(covers: Coverage): string {
  switch (covers.kind) {
    case "path": {
      const inside = covers.isFolder ? " and everything in it" : "";
      return `to ${covers.requests.join(", ")} ${short(covers.path)}${inside}`;
    }
    case "command": {
      const line = short(redact(toShellLine(covers.words)));
      return covers.isPrefix ? `commands that begin with: ${line}` : `the command: ${line}`;
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
      return "In this session, ";
    case "workspace":
      return `In ${short(holds.workspace)}, `;
    case "always":
      return "Always ";
  }
}

function short(text: string): string {
  return shorten(text, REASON_SUBJECT_CHARS_MAX);
}
