// Reads the settings that have to be checked, as VS Code gives them: in a folder that is not trusted, without the folder's own.
import * as vscode from "vscode";
import { checkMcpServers, type SettingServer } from "./check-mcp-servers.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkAgents, type AgentProfile } from "./check-profiles.ts";
import type { SettingProblem } from "./setting-problem.ts";

export interface CheckedValues {
  readonly profiles: readonly AgentProfile[];
  readonly servers: readonly SettingServer[];
  readonly autoAllow: readonly string[];
  readonly autoReject: readonly string[];
  readonly problems: readonly SettingProblem[];
}

export function readChecked(): CheckedValues {
  const { l10n } = vscode;
  const settings = vscode.workspace.getConfiguration("acp");
  const get = (name: string): unknown => settings.get<unknown>(name);
  const agents = checkAgents(
    {
      profiles: get("agent.profiles"),
      executable: get("agent.executable"),
      args: get("agent.args"),
      env: get("agent.env"),
      gooseBinaryPath: readGooseBinaryPath(),
    },
    l10n,
  );
  const servers = checkMcpServers(get("mcp.servers"), l10n);
  const allow = checkPatterns("autoAllow", get("permissions.autoAllow"), l10n);
  const reject = checkPatterns("autoReject", get("permissions.autoReject"), l10n);
  return {
    profiles: hasOwnProfiles() ? agents.value : agents.value.map(markDefault),
    servers: servers.value,
    autoAllow: allow.value,
    autoReject: reject.value,
    problems: [agents, servers, allow, reject].flatMap(({ problems }) => problems),
  };
}

function hasOwnProfiles(): boolean {
  const found = vscode.workspace.getConfiguration("acp").inspect<unknown>("agent.profiles");
  return (found?.globalValue ?? found?.workspaceValue ?? found?.workspaceFolderValue) !== undefined;
}

function markDefault(profile: AgentProfile): AgentProfile {
  return profile.setting === "acp.agent.profiles" ? { ...profile, isDefault: true } : profile;
}

/** A setting of another extension, which VS Code would not keep from a folder that is not trusted. */
function readGooseBinaryPath(): unknown {
  const found = vscode.workspace.getConfiguration("goose").inspect<unknown>("binaryPath");
  const ofFolder = vscode.workspace.isTrusted ? (found?.workspaceFolderValue ?? found?.workspaceValue) : undefined;
  return ofFolder ?? found?.globalValue;
}
