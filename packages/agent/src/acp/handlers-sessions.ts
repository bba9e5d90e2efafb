// Sessions: new, loaded, resumed, forked, listed, closed, deleted.
import { invalidField, type AgentHandlers, type McpServer } from "@parley/acp";
import { isAbsolute } from "node:path";
import type { SessionPlace } from "../sessions/agent-session.ts";
import type { Agent } from "./agent.ts";

export function createSessionHandlers(agent: Agent): AgentHandlers {
  return {
    "session/new": async (params) => {
      const session = await agent.add(toPlace(params));
      return { sessionId: session.id, ...agent.describe(session) };
    },
    "session/load": async (params) => {
      const place = await toKnownPlace(agent, params);
      const { bringBack } = await import("./bring-back.ts");
      const session = await bringBack(agent, params.sessionId, place, true);
      return agent.describe(session);
    },
    "session/resume": async (params) => {
      const place = await toKnownPlace(agent, params);
      const { bringBack } = await import("./bring-back.ts");
      const session = await bringBack(agent, params.sessionId, place, false);
      return agent.describe(session);
    },
    "session/fork": async (params) => {
      const place = toPlace(params);
      const { fork } = await import("./bring-back.ts");
      const session = await fork(agent, params.sessionId, place);
      return { sessionId: session.id, ...agent.describe(session) };
    },
    "session/list": ({ cwd, cursor }) => {
      if (cwd !== undefined && cwd !== null) checkFolder("cwd", cwd);
      return agent.files.list(cwd ?? undefined, cursor ?? undefined);
    },
    "session/close": async ({ sessionId }) => {
      await agent.close(agent.session(sessionId));
      return {};
    },
    "session/delete": async ({ sessionId }) => {
      const session = agent.find(sessionId);
      if (session !== undefined) await agent.close(session);
      await agent.files.delete(sessionId);
      const { removeCheckpoints } = await import("../checkpoints/steps-file.ts");
      await removeCheckpoints(agent.options.parleyHome, sessionId);
      return {};
    },
  };
}

interface PlaceParams {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[] | undefined;
  readonly mcpServers?: readonly McpServer[] | undefined;
}

/** A client that leaves out the folder means the one that the session has. */
async function toKnownPlace(agent: Agent, params: PlaceParams & { readonly sessionId: string }): Promise<SessionPlace> {
  const { sessionId, cwd } = params;
  if (cwd !== "") return toPlace(params);
  const known = agent.find(sessionId)?.place.cwd ?? (await agent.files.folderOf(sessionId));
  return toPlace({ ...params, cwd: known });
}

function toPlace({ cwd, additionalDirectories = [], mcpServers = [] }: PlaceParams): SessionPlace {
  checkFolder("cwd", cwd);
  for (const [index, folder] of additionalDirectories.entries()) checkFolder(`additionalDirectories/${index}`, folder);
  return { cwd, additionalDirectories, mcpServers };
}

function checkFolder(field: string, path: string): void {
  if (!isAbsolute(path)) throw invalidField(`/${field}`, `${JSON.stringify(path)} is not an absolute path`);
}
