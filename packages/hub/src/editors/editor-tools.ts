// The tools of editors as an MCP server of a session: the agent talks to the hub, so that a window can be reloaded meanwhile.
import type { McpServer } from "@parley/acp";
import { EDITOR_TOKEN_VARIABLE, EDITOR_URL_VARIABLE, ParleyError, within } from "@parley/base";
import { randomBytes } from "node:crypto";
import type { EditorSurface, EditorTool, EditorToolCall, EditorTools } from "../api/editors.ts";
import { EDITOR_RETURN_MS, EDITOR_TOOL_MS, EDITOR_TOOL_SESSIONS_MAX } from "../limits.ts";
import type { EditorTable } from "./editor-table.ts";

/** A program that speaks MCP on stdin and stdout and passes everything on, for agents without MCP over HTTP. */
export interface EditorToolsProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const EDITOR_SERVER = "editor";

interface Access {
  readonly token: string;
  tools: readonly EditorTool[];
}

export class SessionTools implements EditorTools {
  readonly #table: EditorTable;
  readonly #program: EditorToolsProgram | undefined;
  /** Sessions whose agents have the tools, the oldest first. */
  readonly #access = new Map<string, Access>();
  #url: (() => string) | undefined;

  constructor(table: EditorTable, program: EditorToolsProgram | undefined) {
    this.#table = table;
    this.#program = program;
  }

  serveAt(url: () => string): void {
    this.#url = url;
  }

  list(sessionId: string): readonly EditorTool[] {
    const [offering] = this.#table.offering(sessionId);
    const access = this.#access.get(sessionId);
    if (access !== undefined && offering !== undefined) access.tools = offering.tools;
    return offering?.tools ?? access?.tools ?? [];
  }

  onChange(sessionId: string, listener: () => void): () => void {
    let known = JSON.stringify(this.list(sessionId));
    return this.#table.watch(() => {
      const now = JSON.stringify(this.list(sessionId));
      if (now === known) return;
      known = now;
      listener();
    });
  }

  async call(call: EditorToolCall, signal: AbortSignal = new AbortController().signal): Promise<unknown> {
    const surface = await this.#findSurface(call, signal);
    const cancelling = new AbortController();
    const called = surface.callTool(call, AbortSignal.any([signal, cancelling.signal]));
    const result = await within(
      called.then((value) => ({ value })),
      EDITOR_TOOL_MS,
    );
    if (result !== undefined) return result.value;
    cancelling.abort();
    const message = `${surface.name} did not answer ${call.name} within ${EDITOR_TOOL_MS / 1_000} s`;
    throw new ParleyError({ code: "request_timeout", message });
  }

  sessionOf(token: string): string | undefined {
    for (const [sessionId, access] of this.#access) if (access.token === token) return sessionId;
    return undefined;
  }

  /** What the agent of a session gets: over HTTP, or as a program if it does not know that. Empty without an editor that has tools. */
  serversFor(sessionId: string): readonly McpServer[] {
    const url = this.#url?.();
    const tools = this.list(sessionId);
    if (url === undefined || url === "" || tools.length === 0) return [];
    const { token } = this.#open(sessionId, tools);
    const endpoint = `${url}/mcp/editor/${sessionId}`;
    const value = `Bearer ${token}`;
    const headers = [{ name: "Authorization", value }];
    const overHttp: McpServer = { type: "http", name: EDITOR_SERVER, url: endpoint, headers };
    if (this.#program === undefined) return [overHttp];
    const { command, args, env = {} } = this.#program;
    const variables: Readonly<Record<string, string>> = {
      ...env,
      [EDITOR_URL_VARIABLE]: endpoint,
      [EDITOR_TOKEN_VARIABLE]: token,
    };
    const pairs = Object.keys(variables).map((name) => ({ name, value: variables[name] ?? "" }));
    return [overHttp, { name: EDITOR_SERVER, command, args: [...args], env: pairs }];
  }

  #open(sessionId: string, tools: readonly EditorTool[]): Access {
    const access = this.#access.get(sessionId) ?? { token: randomBytes(32).toString("base64url"), tools };
    this.#access.delete(sessionId);
    this.#access.set(sessionId, access);
    const [oldest] = this.#access.keys();
    if (this.#access.size > EDITOR_TOOL_SESSIONS_MAX && oldest !== undefined) this.#access.delete(oldest);
    return access;
  }

  /** A window that is reloaded is back within seconds. */
  async #findSurface({ sessionId, name }: EditorToolCall, signal: AbortSignal): Promise<EditorSurface> {
    const endMs = performance.now() + EDITOR_RETURN_MS;
    for (;;) {
      const { promise, stop } = this.#table.changed();
      const offering = this.#table.offering(sessionId);
      const found = offering.find(({ tools }) => tools.some((tool) => tool.name === name));
      const leftMs = endMs - performance.now();
      if (found === undefined && offering.length === 0 && leftMs > 0 && !signal.aborted) {
        await within(promise, leftMs, { signal });
        stop();
        continue;
      }
      stop();
      if (found !== undefined) return found.surface;
      const message =
        offering.length === 0 ? "No editor is following this session now" : `No editor of this session has ${name}`;
      throw new ParleyError({ code: "connection_closed", message });
    }
  }
}
