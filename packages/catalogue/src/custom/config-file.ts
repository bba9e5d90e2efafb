// Agents of the user's own in `config.json`: put in and taken out, with everything else left as it is.
import { guardFiles, readTextWithin, writeTextWithin } from "@parley/home";
import { ParleyError, parseJson as parse, isObject, type JsonObject, hasErrno } from "@parley/base";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { claimChange } from "../claim-change.ts";
import { CONFIG_WAIT_MS, defaultAgentLimits } from "../limits.ts";
import { checkCustomAgent, parseCustomAgents, type CustomAgent, type CustomAgents } from "./custom-agent.ts";

const UNCHANGED = "The configuration could not be changed";

/** Those of `<parleyHome>/config.json`. Rejects with `bad_config`. */
export async function readCustomAgents(parleyHome: string): Promise<CustomAgents> {
  const path = join(parleyHome, "config.json");
  const { config } = await guardFiles("The configuration could not be read", () => readConfig(path));
  return parseCustomAgents(config["agents"], path);
}

/** One that has the name already is replaced. Rejects with `bad_config` for an agent, or a file, that does not fit. */
export async function addCustomAgent(parleyHome: string, name: string, agent: CustomAgent): Promise<void> {
  const path = join(parleyHome, "config.json");
  checkCustomAgent(name, agent, path);
  await guardFiles(UNCHANGED, () => changeAgents(path, (agents) => new Map([...agents, [name, agent]])));
}

/** False if there is none of that name. */
export async function removeCustomAgent(parleyHome: string, name: string): Promise<boolean> {
  let wasThere = false;
  const change = (agents: Map<string, unknown>): Map<string, unknown> | undefined => {
    wasThere = agents.delete(name);
    return wasThere ? agents : undefined;
  };
  await guardFiles(UNCHANGED, () => changeAgents(join(parleyHome, "config.json"), change));
  return wasThere;
}

/** `change` gives undefined when nothing is to be written. */
async function changeAgents(
  path: string,
  change: (agents: Map<string, unknown>) => Map<string, unknown> | undefined,
): Promise<void> {
  const { claimAgeMs: ageMs } = defaultAgentLimits;
  await using claim = await claimChange(path, "The configuration", { waitMs: CONFIG_WAIT_MS, ageMs });
  const { config, text, target, mode } = await readConfig(path);
  const agents = config["agents"] ?? {};
  if (!isObject(agents)) throw badConfig(path, "agents must be an object");
  const changed = change(new Map(Object.entries(agents)));
  if (changed === undefined) return;
  const result = { ...config, agents: Object.fromEntries(changed) };
  claim.check();
  await writeTextWithin(target, format(result, text), mode);
}

interface ConfigFile {
  readonly config: JsonObject;
  readonly text: string;
  /** Where a link leads: people keep their configuration elsewhere and link to it. */
  readonly target: string;
  readonly mode: number | undefined;
}

async function readConfig(path: string): Promise<ConfigFile> {
  const target = await followLink(path);
  const text = (await readTextWithin(target)) ?? "";
  if (text.trim() === "") return { config: {}, text: "", target, mode: undefined };
  const config = parseJson(text, path);
  if (!isObject(config)) throw badConfig(path, "it must hold a JSON object");
  return { config, text, target, mode: (await stat(target)).mode & 0o777 };
}

function parseJson(text: string, path: string): unknown {
  try {
    return parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw badConfig(path, `it is not JSON: ${(cause as Error).message}`, cause);
  }
}

async function followLink(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return path;
    throw error;
  }
}

/** Indented, and with lines ending, as they were. */
function format(config: JsonObject, before: string): string {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(before) ?? [];
  const text = JSON.stringify(config, undefined, indent);
  const lines = before.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
  if (before !== "" && !before.endsWith("\n")) return lines;
  return before.includes("\r\n") ? `${lines}\r\n` : `${lines}\n`;
}

function badConfig(path: string, why: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "bad_config", message: `${path}: ${why}`, cause });
}
