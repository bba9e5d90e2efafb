// What the bridge adds to an editor's requests: who answers, which session is meant, and a key by which a request counts once.
import { isObject } from "@parley/base";
import { randomUUID } from "node:crypto";
import type { Unanswered } from "./unanswered.ts";
import { parleyMeta, textOf, withParleyMeta, type Fields, type LooseRequest } from "./wire.ts";

export interface RewriteOptions {
  /** Who answers in new sessions. */
  readonly agent: string | undefined;
  /** What the editor takes for its first new session. */
  readonly session: string | undefined;
}

export type Rewrite = (request: LooseRequest) => Unanswered;

/** Sent twice they would make two of something. */
const MAKING: ReadonlySet<string> = new Set(["session/new", "session/fork", "session/prompt"]);

export function createRewrite({ agent, session }: RewriteOptions): Rewrite {
  let wanted = session;
  return (request) => {
    const { method, params } = request;
    if (method === "session/new" && wanted !== undefined) {
      const sessionId = wanted;
      wanted = undefined;
      // Its history comes after the answer, when the editor knows the session.
      const resumed = withParleyMeta({ ...params, sessionId }, { after: 0 });
      return {
        request: { ...request, method: "session/resume", params: resumed },
        toResult: (result) => ({ ...result, sessionId }),
      };
    }
    if (method === "initialize" && agent !== undefined) {
      // The server answers for this agent: its version, and what it takes in a prompt.
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
