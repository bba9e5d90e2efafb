// The external agents of this machine for the hub: known, installed and configured ones.
import { createFindAgent, type LookupOptions } from "@parley/catalogue/find-agent";
import { parseUserObject, readUserText } from "@parley/home/user-files";
import type { ExternalAgent, ExternalAgents } from "@parley/hub";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { agentOptions } from "../client/find-agent.ts";
import { ownLaunch } from "../client/own-agent.ts";
import type { CommandContext } from "../command.ts";
import { describeRemedy, toAgentJson } from "../output/describe-agent.ts";

const SCRIPT = "script";
/** Loaded when agents are listed with their states, or changed. */
const loadCatalogue = () => import("../agents/program-catalogue.ts");

export function findExternal(context: CommandContext): ExternalAgents {
  const script = ownLaunch(SCRIPT);
  return {
    list: async () => {
      const { listAgents } = await import("@parley/catalogue");
      const reports = await listAgents(await currentOptions(context));
      const others = reports.map(toAgentJson).filter(({ name }) => ownLaunch(name) === undefined);
      return [
        {
          name: SCRIPT,
          title: script?.title ?? SCRIPT,
          description: "Executes a script line by line: for tests and demos",
          availability: { isAvailable: true },
        },
        ...others.map((agent): ExternalAgent => {
          const isAvailable = agent.state === "ready";
          const message = isAvailable ? {} : { message: describeRemedy(agent) };
          const description = `${agent.title}, a coding agent that speaks ACP`;
          return { name: agent.name, title: agent.title, description, availability: { isAvailable, ...message } };
        }),
      ];
    },
    find: (name) => {
      const own = ownLaunch(name);
      if (own !== undefined) return () => Promise.resolve(own);
      return async () => createFindAgent(name, await currentOptions(context))();
    },
    complete: async (launch) => (await import("@parley/catalogue/known-agents")).completeLaunch(launch),
    catalogue: {
      list: async ({ registry }) =>
        (await loadCatalogue()).listPrograms(context, registry).then(({ agents }) => agents),
      add: async (name, program) => (await loadCatalogue()).addProgram(context, name, program),
      remove: async (name) => (await loadCatalogue()).removeProgram(context, name),
      install: async (name, choice, work) => {
        const { agent, ...result } = await (await loadCatalogue()).installProgram(context, name, choice, work);
        return { ...result, version: agent.version, path: agent.path, isChanged: true };
      },
      update: async (name, work) => (await loadCatalogue()).updateProgram(context, name, work),
    },
    stamp: () => stampOf(context.home),
  };
}

/** The current `agents` of the user's configuration; undefined if unreadable, which the list of agents reports. */
export async function readCurrentAgents(home: string): Promise<unknown> {
  try {
    const path = join(home, "config.json");
    return parseUserObject(path, (await readUserText(path)) ?? "{}")["agents"] ?? {};
  } catch {
    return undefined;
  }
}

/** Uses the current configuration, so that `parley agents add` needs no restart. The built-in agents never need it. */
async function currentOptions(context: CommandContext): Promise<LookupOptions> {
  const { readCustomAgents } = await import("@parley/catalogue");
  return agentOptions(context, await readCustomAgents(context.home));
}

/** Changes when the configuration is written, and when an agent is installed, updated or removed. */
async function stampOf(home: string): Promise<string> {
  const folder = join(home, "agents");
  const ids = await readdir(folder).catch(() => []); // Nothing was installed yet.
  const manifests = ids.map((id) => join(folder, id, "agent.json"));
  const stamps = [join(home, "config.json"), ...manifests].map(async (path) => {
    try {
      const { mtimeMs, ctimeMs, size, ino } = await stat(path);
      return [path, mtimeMs, ctimeMs, size, ino].join(" ");
    } catch {
      return ""; // The file is missing or unreadable, which the search for agents reports.
    }
  });
  return (await Promise.all(stamps)).join("\n");
}
