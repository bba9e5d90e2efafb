// Finds an agent by its name or full command line, and returns how to start it.
import { ParleyError } from "@parley/base";
import { readInstalled } from "../install/installed-agent.ts";
import { markInUse } from "../install/versions-in-use.ts";
import type { FindAgent } from "@parley/client";
import { LOOKUP_ATTEMPTS_MAX } from "../limits.ts";
import { lookUpAgent, reportCommand, type AgentCommand, type AgentReport } from "./look-up-agent.ts";
import { createLookup, type LookupOptions, type Lookup } from "./lookup.ts";

/**
 * Searches again on every call, because the agent may have been installed or updated. It rejects with `agent_not_found`, `agent_version`, or
 * `agent_spawn_failed` if it is present but cannot be started.
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
      if (warning !== undefined) lookup.log.write("warn", `Unknown version of ${report.title}: ${warning}`);
      if ((await isHeld(report, lookup)) || attempt === LOOKUP_ATTEMPTS_MAX) return launch;
    }
  };
}

/** Whether its files are still current after they were marked as in use: an update may have removed them just before. */
async function isHeld({ status, installed }: AgentReport, lookup: Lookup): Promise<boolean> {
  if (status.state !== "ready" || status.foundIn !== "installed" || installed === undefined) return true;
  await markInUse(installed, lookup);
  return (await readInstalled(installed.id, lookup.host))?.agent?.folder === installed.folder;
}

/** A cache that cannot be written only costs time. */
export async function saveVersions({ versions, log }: Lookup): Promise<void> {
  try {
    await versions.save();
  } catch (error) {
    log.write("debug", "Could not write the version cache", { error: String(error) });
  }
}

/** An error that says why an agent cannot be used, and what to do. */
export function toAgentError({ title, status }: AgentReport): ParleyError {
  switch (status.state) {
    case "ready":
      throw new TypeError(`${title} is ready`);
    case "missing":
      return new ParleyError({ code: "agent_not_found", message: status.message, remedy: status.install });
    case "too_old": {
      const { version, minimum, path, update } = status;
      const message = `${title} ${version} is too old: ${minimum} or newer is required (${path})`;
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
  const remedy = { label: "List agents, or add your own", command: "parley agents list" };
  return new ParleyError({
    code: "agent_not_found",
    message: `Agent ${JSON.stringify(name)} not found`,
    remedy,
  });
}
