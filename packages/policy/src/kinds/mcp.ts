// A call of an MCP server's tool.
import { toServerGroups } from "../modes.ts";
import { redact } from "../redact.ts";
import type { Kind } from "./kind.ts";
import { toGivenKeys, toKey } from "./path-kind.ts";
import { examineTool, toInnerKeys } from "./tool.ts";

export const mcpKind: Kind<"mcp"> = {
  examine: (facts, sets) => examineTool("mcp", facts, sets),
  need: ({ server = "", paths = [] }) => ({ groups: toServerGroups(server), files: paths }),
  subject: ({ server, name }) => redact(`${server}: ${name}`),
  coverages: ({ server = "", name }) => [{ kind: "mcp", server, name }],
  takes: (facts) => [toToolKey(facts), ...toInnerKeys(facts, (kind, path) => [toKey(kind, path)])],
  gives: (facts) => [toToolKey(facts), ...toInnerKeys(facts, toGivenKeys)],
};

function toToolKey({ server = "", name }: { readonly server?: string | undefined; readonly name: string }): string {
  return `mcp:${server}:${name}`;
}
