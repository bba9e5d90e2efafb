// Our own extension methods, for functions of the hub that ACP lacks.
import type { AgentHandlers } from "@parley/acp";
import { ParleyError, isObject } from "@parley/base";
import { actorOfClient } from "../../../auth/actor.ts";
import { setPolicy } from "../../../auth/levels.ts";
import { ACP_PAGE_MAX } from "../../../limits.ts";
import { describe, listAgents } from "./connection.ts";
import type { HandlerContext } from "./context.ts";
import { readFields, toPolicy } from "./meta.ts";

export function createExtensionHandlers({ hub, caller, client }: HandlerContext): AgentHandlers {
  return {
    "_parley/session/configure": async (params) => {
      const { level, rules } = readFields(isObject(params) ? params : {});
      const change = toPolicy({ level, rules });
      const actor = actorOfClient(caller, client);
      return { session: await setPolicy(hub, caller, text(params, "sessionId"), change, actor) };
    },
    "_parley/agents/list": async () => ({ agents: (await listAgents(hub)).map(describe) }),
    "_parley/session/rename": async (params) => ({
      session: await hub.sessions.rename(text(params, "sessionId"), text(params, "title")),
    }),
    "_parley/session/handover": async (params) => ({
      session: await hub.sessions.handOver(text(params, "sessionId"), text(params, "agent")),
    }),
    "_parley/session/clear": async (params) => ({ session: await hub.sessions.clear(text(params, "sessionId")) }),
    "_parley/session/search": async (params) => ({
      hits: await hub.sessions.search(text(params, "query"), { limit: count(params, "limit") ?? ACP_PAGE_MAX }),
    }),
    "_parley/session/events": async (params) => {
      const page = { after: count(params, "after"), before: count(params, "before"), limit: limitOf(params) };
      const events = await hub.sessions.events(text(params, "sessionId"), page);
      return { events: events.map(({ event }) => event) };
    },
  };
}

function text(params: unknown, field: string): string {
  const value = isObject(params) ? params[field] : undefined;
  if (typeof value !== "string" || value === "") throw wrong(field, "a non-empty string");
  return value;
}

function count(params: unknown, field: string): number | undefined {
  const value = isObject(params) ? params[field] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw wrong(field, "a whole number");
  return value;
}

function limitOf(params: unknown): number {
  return Math.min(count(params, "limit") ?? ACP_PAGE_MAX, ACP_PAGE_MAX);
}

function wrong(field: string, expected: string): ParleyError {
  return new ParleyError({ code: "bad_input", message: `${field}: must be ${expected}` });
}
