// Parley's own methods: the tools and prompts of a session, without starting a turn.
import type { AgentHandlers } from "@parley/acp";
import { isObject, ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { SessionRuntime } from "../session-runtime/session-runtime.ts";
import { MCP_BUDGET_MS } from "../limits.ts";
import type { Agent } from "../session-runtime/agent.ts";
import type { AgentSession } from "../session-runtime/agent-session.ts";
import { takePolicy } from "./session-policy.ts";

export function createExtensionHandlers(agent: Agent): AgentHandlers {
  return {
    /** Applies at once; the client that sends it shows the level itself. */
    "_parley/session/configure": (params) => {
      takePolicy(agent.session(text(params, "sessionId")), params);
      return {};
    },
    /** The client has taken the snapshots of a turn: what `/undo` and `/diff` work with. */
    "_parley/session/changed": async (params) => {
      const runtime = await agent.session(text(params, "sessionId")).runtime;
      const [turnId, before, after] = [text(params, "turnId"), text(params, "before"), text(params, "after")];
      await runtime?.checkpoints.addTaken({ turnId, before, after });
      return {};
    },
    /** A copy of the session as it was before a prompt; without one if that prompt is unknown, the first, or brought context. */
    "_parley/session/cut": async (params) => {
      const { cutSession } = await import("./restore-session.ts");
      const sessionId = await cutSession(agent, text(params, "sessionId"), number(params, "before"));
      return sessionId === undefined ? {} : { sessionId };
    },
    /** The tools of the session's mode, including those of its MCP servers. */
    "_parley/session/tools": async (params, context) => {
      const signal = context?.signal ?? new AbortController().signal;
      const session = agent.session(text(params, "sessionId"));
      const runtime = await openSessionRuntime(agent, session, signal);
      const [{ listPrompts, listTools }, { toolsOf }] = await Promise.all([
        import("../mcp/list-offer.ts"),
        import("../modes/groups.ts"),
      ]);
      const problems = runtime.mcp.status.flatMap(({ name, state, message }) =>
        state === "ready" ? [] : [`${name}: ${message ?? state}`],
      );
      const tools = listTools(toolsOf(session.mode, runtime.tools()));
      return { tools, prompts: listPrompts(runtime.commands()), problems };
    },
    /** A prompt rendered by its MCP server, without starting a turn. */
    "_parley/session/prompt/get": async (params, context) => {
      const signal = context?.signal ?? new AbortController().signal;
      const session = agent.session(text(params, "sessionId"));
      const runtime = await openSessionRuntime(agent, session, signal);
      const { renderPrompt } = await import("../mcp/list-offer.ts");
      try {
        return { ...(await renderPrompt(runtime.commands(), text(params, "name"), argumentsOf(params), signal)) };
      } catch (error) {
        if (error instanceof ParleyError && error.code === "bad_input") throw RpcError.invalidParams(error.message);
        throw error;
      }
    },
  };
}

async function openSessionRuntime(agent: Agent, session: AgentSession, signal: AbortSignal): Promise<SessionRuntime> {
  await agent.prepare(session);
  const runtime = await session.runtime;
  if (runtime === undefined) throw RpcError.internalError("The session could not be opened");
  await runtime.mcp.settled(MCP_BUDGET_MS, signal);
  return runtime;
}

function text(params: unknown, field: string): string {
  const value = isObject(params) ? params[field] : undefined;
  if (typeof value !== "string" || value === "") throw RpcError.invalidParams(`${field} must be a non-empty string`);
  return value;
}

function number(params: unknown, field: string): number {
  const value = isObject(params) ? params[field] : undefined;
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  throw RpcError.invalidParams(`${field} must be an integer above 0`);
}

function argumentsOf(params: unknown): string | Readonly<Record<string, string>> {
  const value = isObject(params) ? (params["arguments"] ?? {}) : {};
  if (typeof value === "string") return value;
  if (!isObject(value)) throw RpcError.invalidParams("arguments must be an object or a string");
  const entries = Object.entries(value);
  const wrong = entries.find(([, one]) => typeof one !== "string");
  if (wrong !== undefined) throw RpcError.invalidParams(`arguments/${wrong[0]} must be a string`);
  return Object.fromEntries(entries) as Readonly<Record<string, string>>;
}
