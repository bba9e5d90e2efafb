// Adds and removes the user's agents, MCP servers and server keys in `config.json`, and leaves everything else in the file unchanged.
import { guardFiles, writeTextWithin } from "@parley/home";
import { badSetting, parseUserObject, readUserText } from "@parley/home/user-files";
import { isObject, type JsonObject, hasErrno } from "@parley/base";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { claimChange } from "../claim-change.ts";
import { CONFIG_WAIT_MS, defaultAgentLimits } from "../limits.ts";
import { checkCustomAgent, parseCustomAgents, type CustomAgent, type CustomAgents } from "./custom-agent.ts";

const UNCHANGED = "Could not change the configuration";
const EXPECTED = { agents: "an object of agents by name", mcpServers: "an object of servers by name" } as const;

/** The agents in `<parleyHome>/config.json`. Rejects with `bad_config`. */
export async function readCustomAgents(parleyHome: string): Promise<CustomAgents> {
  const path = join(parleyHome, "config.json");
  const { config } = await guardFiles("Could not read the configuration", () => readConfig(path));
  return parseCustomAgents(config["agents"], path);
}

/** Replaces an agent of the same name. Rejects with `bad_input` if the agent, and with `bad_config` if the file is invalid. */
export async function addCustomAgent(parleyHome: string, name: string, agent: CustomAgent): Promise<void> {
  const path = join(parleyHome, "config.json");
  checkCustomAgent(name, agent);
  await changeEntries(path, "agents", (agents) => new Map([...agents, [name, agent]]));
}

/** False if it does not exist. */
export function removeCustomAgent(parleyHome: string, name: string): Promise<boolean> {
  return removeEntry(parleyHome, "agents", name);
}

/** Replaces an MCP server of the same name: returns whether there was one. The caller has checked the server. */
export async function addMcpServer(parleyHome: string, name: string, server: JsonObject): Promise<boolean> {
  let isReplaced = false;
  await changeEntries(join(parleyHome, "config.json"), "mcpServers", (servers) => {
    isReplaced = servers.has(name);
    return new Map([...servers, [name, server]]);
  });
  return isReplaced;
}

/** False if it does not exist. */
export function removeMcpServer(parleyHome: string, name: string): Promise<boolean> {
  return removeEntry(parleyHome, "mcpServers", name);
}

/** `change` gets what is in the file, and returns what is to be there. */
export async function changeServerKeys(
  parleyHome: string,
  change: (keys: readonly unknown[]) => readonly unknown[],
): Promise<void> {
  const path = join(parleyHome, "config.json");
  await changeField(path, "serverKeys", (keys = []) => {
    if (!Array.isArray(keys)) throw badSetting(path, "serverKeys", keys, "a list of keys");
    return change(keys);
  });
}

type Field = "agents" | "mcpServers";
type ChangeEntries = (entries: Map<string, unknown>) => Map<string, unknown> | undefined;

async function removeEntry(parleyHome: string, field: Field, name: string): Promise<boolean> {
  let wasThere = false;
  await changeEntries(join(parleyHome, "config.json"), field, (entries) => {
    wasThere = entries.delete(name);
    return wasThere ? entries : undefined;
  });
  return wasThere;
}

/** `change` returns undefined if nothing changes. */
function changeEntries(path: string, field: Field, change: ChangeEntries): Promise<void> {
  return changeField(path, field, (entries = {}) => {
    if (!isObject(entries)) throw badSetting(path, field, entries, EXPECTED[field]);
    const changed = change(new Map(Object.entries(entries)));
    return changed && Object.fromEntries(changed);
  });
}

type ChangeField = (value: unknown) => unknown;

function changeField(path: string, field: string, change: ChangeField): Promise<void> {
  return guardFiles(UNCHANGED, () => changeClaimed(path, field, change));
}

async function changeClaimed(path: string, field: string, change: ChangeField): Promise<void> {
  const { claimAgeMs: ageMs } = defaultAgentLimits;
  await using claim = await claimChange(path, "The configuration", { waitMs: CONFIG_WAIT_MS, ageMs });
  const { config, text, target, mode } = await readConfig(path);
  const changed = change(config[field] ?? undefined);
  if (changed === undefined) return;
  const result = { ...config, [field]: changed };
  claim.check();
  await writeTextWithin(target, format(result, text), mode);
}

interface ConfigFile {
  readonly config: JsonObject;
  readonly text: string;
  /** Follows a link: people keep their configuration elsewhere and link to it. */
  readonly target: string;
  readonly mode: number | undefined;
}

async function readConfig(path: string): Promise<ConfigFile> {
  const target = await followLink(path);
  const text = (await readUserText(target)) ?? "";
  if (text.trim() === "") return { config: {}, text: "", target, mode: undefined };
  return { config: parseUserObject(path, text), text, target, mode: (await stat(target)).mode & 0o777 };
}

async function followLink(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return path;
    throw error;
  }
}

/** Keeps the indentation and line endings. */
function format(config: JsonObject, before: string): string {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(before) ?? [];
  const text = JSON.stringify(config, undefined, indent);
  const lines = before.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
  if (before !== "" && !before.endsWith("\n")) return lines;
  return before.includes("\r\n") ? `${lines}\r\n` : `${lines}\n`;
}
