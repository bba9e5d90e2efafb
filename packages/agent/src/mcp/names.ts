// Names for the tools of servers: valid for every provider, and stable during a session.
import type { McpServer } from "@parley/acp";
import { createHash } from "node:crypto";
import { MCP_REMEMBERED_NAMES_MAX, SERVER_SLUG_CHARS_MAX, TOOL_NAME_CHARS_MAX } from "../mcp-limits.ts";

const HASH_CHARS = 6;

/** A server of an unknown type may have no name. */
export function nameOf(server: McpServer): string {
  return "name" in server && typeof server.name === "string" ? server.name : "";
}

/** One per server, unique and in order. Without double underscores, which separate server and tool. */
export function toServerSlugs(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const plain =
      toPlain(name)
        .replaceAll(/__+/g, "_")
        .replaceAll(/^_+|_+$/g, "") || "server";
    const slug = shorten(plain, name, SERVER_SLUG_CHARS_MAX);
    const unique = taken.has(slug) ? `${slug.slice(0, SERVER_SLUG_CHARS_MAX - HASH_CHARS)}_${index + 1}` : slug;
    taken.add(unique);
    return unique;
  });
}

/** `mcp__server__tool` for the tools of one server. A tool keeps its name. */
export class ToolNames {
  readonly #prefix: string;
  readonly #byTool = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(slug: string) {
    this.#prefix = `mcp__${slug}__`;
  }

  /** Tools with valid names come first, so that they keep them. */
  assign(tools: readonly string[]): ReadonlyMap<string, string> {
    if (this.#byTool.size + tools.length > MCP_REMEMBERED_NAMES_MAX) this.#forgetAllBut(new Set(tools));
    for (const tool of [...tools.filter(isPlain), ...tools.filter((name) => !isPlain(name))]) this.#assignOne(tool);
    return this.#byTool;
  }

  #assignOne(tool: string): void {
    if (this.#byTool.has(tool)) return;
    const wanted = shorten(`${this.#prefix}${toPlain(tool)}`, tool, TOOL_NAME_CHARS_MAX);
    const name = this.#taken.has(wanted) ? withHash(wanted, tool, TOOL_NAME_CHARS_MAX) : wanted;
    this.#byTool.set(tool, name);
    this.#taken.add(name);
  }

  #forgetAllBut(tools: ReadonlySet<string>): void {
    for (const [tool, name] of this.#byTool) {
      if (tools.has(tool)) continue;
      this.#byTool.delete(tool);
      this.#taken.delete(name);
    }
  }
}

function isPlain(text: string): boolean {
  return toPlain(text) === text;
}

function toPlain(text: string): string {
  return text.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
}

function shorten(text: string, original: string, charsMax: number): string {
  return text.length <= charsMax ? text : withHash(text, original, charsMax);
}

function withHash(text: string, original: string, charsMax: number): string {
  const hash = createHash("sha256").update(original).digest("hex").slice(0, HASH_CHARS);
  return `${text.slice(0, charsMax - HASH_CHARS - 1)}_${hash}`;
}
