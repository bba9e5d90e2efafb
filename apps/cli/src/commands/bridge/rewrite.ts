// Adds to an editor's requests the agent, the session, and a key that makes them idempotent.
import { isObject } from "@parley/base";
import { randomUUID } from "node:crypto";
import type { Unanswered } from "./unanswered.ts";
import { parleyMeta, textOf, withParleyMeta, type Fields, type LooseRequest } from "./wire.ts";

export interface RewriteOptions {
  /** The agent for new sessions. */
  readonly agent: string | undefined;
  /** The session that the editor gets for its first `session/new`. */
  readonly session: string | undefined;
}

export type Rewrite = (request: LooseRequest) => Unanswered;

/** These methods are not idempotent, so they need a key. */
const MAKING: ReadonlySet<string> = new Set(["session/new", "session/fork", "session/prompt"]);

export function createRewrite({ agent, session }: RewriteOptions): Rewrite {
  let wanted = session;
  return (request) => {
    const { method, params } = request;
    if (method === "session/new" && wanted !== undefined) {
      const sessionId = wanted;
      wanted = undefined;
      // The history is sent after the response, when the editor knows the session.
      // The session stays in its folder, whichever one the editor has open.
      const resumed = withParleyMeta({ ...params, sessionId, cwd: "" }, { after: 0 });
      return {
        request: { ...request, method: "session/resume", params: resumed },
        toResult: (result) => ({ ...result, sessionId }),
      };
    }
    if (method === "initialize" && agent !== undefined) {
      // The server then reports this agent's version and prompt capabilities.
      const named = { ...request, params: withParleyMeta(params, { agent }) };
      return { request: named, toResult: (result) => withAgentTitle(result, agent) };
    }
    const more = {
      ...(MAKING.has(method) && { idempotencyKey: randomUUID() }),
      ...(method === "session/new" && agent !== undefined && { agent }),
    };
    const isSame = Object.keys(more).length === 0;
    return {
      request: isSame ? request : { ...request, params: withParleyMeta(params, more) },
      toResult: (result) => result,
    };
  };
}

/** The server introduces itself for all of its agents, but the editor talks to only one of them. */
function withAgentTitle(result: Fields, agent: string): Fields {
  const { agents } = parleyMeta(result);
  const entries: readonly unknown[] = Array.isArray(agents) ? agents : [];
  const entry = entries.find((each) => isObject(each) && each["name"] === agent);
  const title = (isObject(entry) ? textOf(entry["title"]) : undefined) ?? agent;
  const info = isObject(result["agentInfo"]) ? result["agentInfo"] : {};
  return { ...result, agentInfo: { ...info, title } };
}
