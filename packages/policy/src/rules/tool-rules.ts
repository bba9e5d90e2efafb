// Rules about tools: by name, by ACP's kinds, by MCP server.
import type { Concerns } from "../concerns.ts";
import type { ToolKind } from "../facts.ts";
import { matchesAny, type Wildcard } from "../patterns/wildcard.ts";
import type { Matches, Rule } from "./rule.ts";

export interface ToolRule extends Rule {
  /** An empty list means all. */
  readonly tools: readonly Wildcard[];
  readonly toolKinds: ReadonlySet<ToolKind>;
  readonly servers: readonly Wildcard[];
  /** Which requests: tools of the agent, tools of an MCP server, or both. */
  readonly kinds: ReadonlySet<"tool" | "mcp">;
}

export interface ToolNames {
  readonly request: "tool" | "mcp";
  /** In lower case, with and without the server's prefix. */
  readonly names: readonly string[];
  readonly kind: ToolKind;
  readonly server: string | undefined;
}

export class ToolRules {
  readonly #rules: ToolRule[] = [];

  add(rule: ToolRule): void {
    this.#rules.push(rule);
  }

  match(tool: ToolNames, concerns: Concerns, matches: Matches): void {
    for (const rule of this.#rules) if (covers(rule, tool)) matches.add(rule, concerns);
  }
}

function covers({ tools, toolKinds, servers, kinds }: ToolRule, { request, names, kind, server }: ToolNames): boolean {
  if (!kinds.has(request)) return false;
  if (toolKinds.size > 0 && !toolKinds.has(kind)) return false;
  if (servers.length > 0 && (server === undefined || !matchesAny(servers, server))) return false;
  return tools.length === 0 || names.some((name) => matchesAny(tools, name));
}
