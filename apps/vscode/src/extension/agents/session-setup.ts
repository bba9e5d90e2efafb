// What the settings give a session: its agent, its MCP servers and their secrets, its rules, and whether it is kept.
import type { Operations } from "@parley/contract";
import * as vscode from "vscode";
import type { ParleyWindow } from "../parley-window.ts";
import type { AgentProfile } from "../settings/check-profiles.ts";
import type { SettingServer } from "../settings/check-mcp-servers.ts";
import { expand, secretsIn, type ReferenceValues } from "../settings/references.ts";
import { readSessionSettings } from "../settings/settings.ts";
import type { BroughtNames, Launch } from "./brought.ts";
import { findProfile, isServerHere } from "./profiles.ts";

type NewSession = Partial<Operations["sessions/create"]["params"]>;

export interface SessionSetup {
  readonly params: NewSession;
  /** Once it has been created. */
  readonly created: (sessionId: string) => Promise<void>;
}

/** `agent` is a value of the list of agents. Rejects if a secret is missing and the person does not give it. */
export async function setUpSession(
  window: ParleyWindow,
  agent: string | undefined,
  folder: string,
): Promise<SessionSetup> {
  const { autoAllow, autoReject } = await window.settings.read();
  window.folderServers.ask();
  const profile = findProfile(window, agent);
  const servers = serversFor(window, folder);
  const launch: Launch = {
    ...(profile !== undefined && { launch: await toProgram(window, profile, folder) }),
    ...(servers.length > 0 && { secrets: await window.secrets.valuesOf(secretsOf(servers)) }),
  };
  const hasSecrets = Object.keys(launch.secrets ?? {}).length > 0;
  const { secrets: _none, ...withoutSecrets } = launch;
  const brought = hasSecrets ? launch : withoutSecrets;
  const isKept = readSessionSettings().persistHistory;
  return {
    params: {
      ...(profile === undefined && agent !== undefined && { agent }),
      ...brought,
      ...(servers.length > 0 && { extensions: servers.map((server) => ({ server: { ...server } })) }),
      ...(autoAllow.length + autoReject.length > 0 && {
        rules: { auto_allow: [...autoAllow], auto_reject: [...autoReject] },
      }),
      ...(!isKept && { ephemeral: true }),
    },
    created: async (id) => {
      const names: BroughtNames = {
        ...(profile !== undefined && { profile: profile.name }),
        ...(hasSecrets && { secrets: Object.keys(launch.secrets ?? {}) }),
      };
      if (Object.keys(names).length > 0) await window.brought.keep(id, names, brought);
      await window.sessionSettings.applied(id, { autoAllow, autoReject, servers });
      if (!isKept) await window.chats.hold(id);
    },
  };
}

/** What a prompt of a session brings; undefined if it was begun with nothing of this window. */
export async function bringAgain(window: ParleyWindow, sessionId: string): Promise<Launch | undefined> {
  const known = window.brought.launch(sessionId);
  const names = window.brought.names(sessionId);
  if (known !== undefined || names === undefined || !isServerHere()) return known;
  const { profiles } = await window.settings.read();
  const profile = profiles.find(({ name }) => name === names.profile);
  const folder = window.sessions.get(sessionId)?.working_dir ?? "";
  const launch: Launch = {
    ...(profile !== undefined && { launch: await toProgram(window, profile, folder) }),
    ...(names.secrets !== undefined && { secrets: await window.secrets.valuesOf(names.secrets) }),
  };
  await window.brought.keep(sessionId, names, launch);
  return launch;
}

/** A profile as the server starts it, with the values of its secrets. */
export async function toProgram(
  { secrets, host }: ParleyWindow,
  { executable, args, env }: AgentProfile,
  folder: string,
): Promise<NonNullable<Launch["launch"]>> {
  const known = await secrets.valuesOf(secretsIn(Object.values(env)));
  const plain = referenceValues(host, folder);
  const filled = { ...plain, secret: (name: string) => known[name] };
  return {
    command: expand(executable, plain),
    args: args.map((arg) => expand(arg, plain)),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expand(value, filled)])),
  };
}

/** MCP servers for sessions of a folder, with references to their secrets. */
export function serversFor({ settings, folderServers, host }: ParleyWindow, folder: string): readonly SettingServer[] {
  const values = referenceValues(host, folder);
  const fill = (text: string): string => expand(text, values);
  const fillPairs = <Pair extends { value: string }>(pairs: readonly Pair[]): Pair[] =>
    pairs.map((pair) => ({ ...pair, value: fill(pair.value) }));
  const here = isServerHere();
  const { servers: own } = settings.values;
  const ofFolder = folderServers.servers.filter(({ name }) => !own.some((one) => one.name === name));
  return [...own, ...ofFolder].flatMap((server): readonly SettingServer[] => {
    if ("command" in server) {
      if (!here) return [];
      return [{ ...server, command: fill(server.command), args: server.args.map(fill), env: fillPairs(server.env) }];
    }
    if (!("url" in server)) return [];
    const hasSecrets = secretsIn(server.headers.map(({ value }) => value)).length > 0;
    if (!here && hasSecrets) return [];
    return [{ ...server, url: fill(server.url), headers: fillPairs(server.headers) }];
  });
}

export function secretsOf(servers: readonly SettingServer[]): readonly string[] {
  return secretsIn(
    servers.flatMap((server) => {
      const pairs = "env" in server ? server.env : "headers" in server ? server.headers : [];
      return pairs.map(({ value }) => value);
    }),
  );
}

function referenceValues({ home, variable }: ParleyWindow["host"], folder: string): ReferenceValues {
  const workspaceFolder = folder === "" ? vscode.workspace.workspaceFolders?.[0]?.uri.fsPath : folder;
  return { home, workspaceFolder, variable: variable ?? (() => undefined) };
}
