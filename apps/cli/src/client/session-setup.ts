// Converts the flags of a conversation into the options of a new session.
import type { McpServer } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { SessionSetup } from "@parley/client";
import { resolve } from "node:path";
import { requireFolder } from "../folder-argument.ts";
import type { CommandContext } from "../command.ts";
import { checkSessionName } from "./session-name.ts";

export interface SetupFlags {
  readonly name?: string | undefined;
  readonly config: readonly string[];
  readonly "add-dir": readonly string[];
  readonly mcp: readonly string[];
  readonly worktree?: boolean;
}

/** A new session may have its own git worktree. */
export type NewSessionSetup = SessionSetup & { readonly worktree?: boolean | undefined };

export async function toSessionSetup(flags: SetupFlags, context: CommandContext): Promise<NewSessionSetup> {
  const { cwd, settings } = context;
  return {
    cwd,
    ...(flags.worktree === true && { worktree: true }),
    ...(flags.name !== undefined && { name: checkSessionName(flags.name, "--name") }),
    additionalFolders: flags["add-dir"].map((folder) => toFolder(folder)),
    mcpServers: await readServers(flags.mcp),
    ...(context.server !== undefined && settings.sandbox !== "off" && { sandbox: settings.sandbox }),
    ...policyFor(context),
    modeId: settings.mode,
    modelId: settings.model,
    config: Object.fromEntries(flags.config.map((text) => toPair(text))),
  };
}

/** A server uses the session's own level, so it gets the level chosen for this start or this folder. */
function policyFor(context: CommandContext): Pick<SessionSetup, "policy"> {
  const { server, settings, given, config } = context;
  if (server === undefined) return {};
  const isChosen = given?.has("level") === true || config.workspace.values["level"] !== undefined;
  return isChosen ? { policy: () => ({ level: settings.level }) } : {};
}

function toFolder(text: string): string {
  return requireFolder(resolve(text), { label: "Correct --add-dir" });
}

function toPair(text: string): readonly [string, string | boolean] {
  const at = text.indexOf("=");
  if (at < 1) {
    const remedy = { label: "For example", command: "--config thinking=high" };
    throw new ParleyError({ code: "usage", message: `--config is ${JSON.stringify(text)}; expected ID=VALUE`, remedy });
  }
  const value = text.slice(at + 1);
  return [text.slice(0, at), value === "true" || value === "false" ? value === "true" : value];
}

async function readServers(files: readonly string[]): Promise<readonly McpServer[]> {
  if (files.length === 0) return [];
  const { readMcpServers } = await import("./mcp-servers.ts");
  return (await Promise.all(files.map((file) => readMcpServers(resolve(file))))).flat();
}
