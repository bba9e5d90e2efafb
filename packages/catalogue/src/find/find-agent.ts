// From a name, or a command given whole, to what an agent is started with.
import { ParleyError } from "@parley/base";
import { readInstalled } from "../install/installed-agent.ts";
import { noteUse } from "../install/uses.ts";
import type { FindAgent } from "@parley/client";
import { LOOKUP_ATTEMPTS_MAX } from "../limits.ts";
import { lookUpAgent, reportCommand, type AgentCommand, type AgentReport } from "./look-up-agent.ts";
import { createLookup, type LookupOptions, type Lookup } from "./lookup.ts";

/**
 * Each call looks anew: it may have been installed or updated since. It rejects with `agent_not_found`, `agent_version`, or
 * `agent_spawn_failed` if it is there but cannot be started.
 */
export function createFindAgent(agent: string | AgentCommand, options: LookupOptions = {}): FindAgent {
  return async () => {
    for (let attempt = 1; ; attempt += 1) {
      const lookup = createLookup(options, false);
      const report = typeof agent === "string" ? await lookUpAgent(agent, lookup) : await reportCommand(agent, lookup);
      await saveVersions(lookup);
      if (report === undefined) throw unknownAgent(typeof agent === "string" ? agent : agent.command);
      if (report.status.state !== "ready") throw toAgentError(report);
      const { launch, warning } = report.status;
      if (warning !== undefined) lookup.log.write("warn", `The version of ${report.title} is not known: ${warning}`);
      if ((await isHeld(report, lookup)) || attempt === LOOKUP_ATTEMPTS_MAX) return launch;
    }
  };
}

/** It was not updated, and its files removed, just before it was noted that they are in use. */
async function isHeld({ status, installed }: AgentReport, lookup: Lookup): Promise<boolean> {
  if (status.state !== "ready" || status.foundIn !== "installed" || installed === undefined) return true;
  await noteUse(installed, lookup);
  return (await readInstalled(installed.id, lookup.surroundings))?.agent?.folder === installed.folder;
}

/** A cache that cannot be written costs time, nothing else. */
export async function saveVersions({ versions, log }: Lookup): Promise<void> {
  try {
    await versions.save();
  } catch (error) {
    log.write("debug", "The versions of agents could not be kept", { error: String(error) });
  }
}

/** What keeps an agent from being used, as an error with what to do about it. */
export function toAgentError({ title, status }: AgentReport): ParleyError {
  switch (status.state) {
    case "ready":
      throw new TypeError(`${title} is ready`);
    case "missing":
      return new ParleyError({ code: "agent_not_found", message: status.message, remedy: status.install });
    case "too_old": {
      const { version, minimum, path, update } = status;
      const message = `${title} ${version} is too old: ${minimum} or newer is needed (${path})`;
      return new ParleyError({ code: "agent_version", message, remedy: update });
    }
    case "broken": {
      const { message, remedy, cause } = status;
      return new ParleyError({
        code: "agent_spawn_failed",
        message: `${title} cannot be started: ${message}`,
        ...(remedy === undefined ? {} : { remedy }),
        cause,
      });
    }
  }
}

function unknownAgent(name: string): ParleyError {
  const remedy = { label: "See which agents there are, or add one of your own", command: "parley agents list" };
  return new ParleyError({
    code: "agent_not_found",
    message: `There is no agent called ${JSON.stringify(name)}`,
    remedy,
  });
}
