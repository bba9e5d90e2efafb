// Sessions: new, loaded, resumed, forked, listed, closed, deleted, and their settings.
import { type AgentHandlers, findServerMistake, invalidField, type McpServer } from "@parley/acp";
import { findFolderProblem } from "@parley/machine";
import { isAbsolute, resolve } from "node:path";
import type { SessionFolders } from "../session-runtime/agent-session.ts";
import type { Agent } from "../session-runtime/agent.ts";
import { policyIn, takePolicy } from "./session-policy.ts";
import { modeChange, modelChange, toChange, toConfigOptions } from "../sessions/config-options.ts";

export function createSessionHandlers(agent: Agent): AgentHandlers {
  return {
    "session/new": async (params) => {
      const folders = toFolders(params);
      await checkFolders(folders);
      const session = await agent.add(folders);
      takePolicy(session, policyIn(params));
      return { sessionId: session.id, ...agent.describe(session) };
    },
    "session/load": async (params) => {
      const folders = await toKnownFolders(agent, params);
      const { restoreSession } = await import("./restore-session.ts");
      const session = await restoreSession(agent, params.sessionId, folders, true);
      takePolicy(session, policyIn(params));
      return agent.describe(session);
    },
    "session/resume": async (params) => {
      const folders = await toKnownFolders(agent, params);
      const { restoreSession } = await import("./restore-session.ts");
      const session = await restoreSession(agent, params.sessionId, folders, false);
      takePolicy(session, policyIn(params));
      return agent.describe(session);
    },
    "session/fork": async (params) => {
      const folders = toFolders(params);
      const { fork } = await import("./restore-session.ts");
      const session = await fork(agent, params.sessionId, folders);
      takePolicy(session, policyIn(params));
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

interface FolderParams {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[] | undefined;
  readonly mcpServers?: readonly McpServer[] | undefined;
}

/** A client that omits the folder means the folder of the session. An open session stays in its folder. */
async function toKnownFolders(
  agent: Agent,
  params: FolderParams & { readonly sessionId: string },
): Promise<SessionFolders> {
  const { sessionId, cwd } = params;
  const open = agent.find(sessionId)?.folders.cwd;
  if (cwd === "") return toFolders({ ...params, cwd: open ?? (await agent.files.folderOf(sessionId)) });
  const folders = toFolders(params);
  if (open === undefined || resolve(open) === resolve(cwd)) return folders;
  throw invalidField("/cwd", `the session is open in ${open}. Send that folder, or close the session first`);
}

function toFolders({ cwd, additionalDirectories = [], mcpServers = [] }: FolderParams): SessionFolders {
  checkFolder("cwd", cwd);
  for (const [index, folder] of additionalDirectories.entries()) checkFolder(`additionalDirectories/${index}`, folder);
  const mistake = findServerMistake(mcpServers);
  if (mistake !== undefined) throw invalidField(`/mcpServers${mistake.path}`, mistake.problem);
  return { cwd, additionalDirectories, mcpServers };
}

/** Only of a new session: an older one can be read although its folder is gone. */
async function checkFolders({ cwd, additionalDirectories }: SessionFolders): Promise<void> {
  const named = [
    ["/cwd", cwd],
    ...additionalDirectories.map((folder, index) => [`/additionalDirectories/${index}`, folder]),
  ];
  for (const [path = "", folder = ""] of named) {
    const found = await findFolderProblem(folder);
    if (found !== undefined) throw invalidField(path, found.problem);
  }
}

function checkFolder(field: string, path: string): void {
  if (!isAbsolute(path)) throw invalidField(`/${field}`, `${JSON.stringify(path)} is not an absolute path`);
}

export function createSettingsHandlers(agent: Agent): AgentHandlers {
  return {
    "session/set_mode": ({ sessionId, modeId }) => {
      const session = agent.session(sessionId);
      agent.change(session, modeChange(modeId, agent.choices(session)), "mode");
      return {};
    },
    "session/set_model": ({ sessionId, modelId }) => {
      const session = agent.session(sessionId);
      agent.change(session, modelChange(modelId, agent.choices(session)), "nothing");
      return {};
    },
    "session/set_config_option": ({ sessionId, configId, value }) => {
      const session = agent.session(sessionId);
      agent.change(session, toChange(configId, value, agent.choices(session)), "config");
      return { configOptions: toConfigOptions(agent.choices(session)) };
    },
  };
}
