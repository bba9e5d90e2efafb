// Who uses which version of an installed agent, so that an update does not pull the files from under a running one.
import { createFolder, isAlive, namesIn } from "@parley/home";
import type { Log } from "@parley/base";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Surroundings } from "../programs/surroundings.ts";
import { agentsFolder, type Manifest } from "./installed-agent.ts";

export const USES_FOLDER = "uses";

interface Noting {
  readonly surroundings: Surroundings;
  readonly log: Log;
}

/** From now until this process ends: agents end with the process that started them. */
export async function noteUse(
  { id, folder }: Pick<Manifest, "id" | "folder">,
  { surroundings, log }: Noting,
): Promise<void> {
  const uses = join(agentsFolder(surroundings), id, USES_FOLDER);
  const path = join(uses, `${folder}@${process.pid}`);
  try {
    await createFolder(uses);
    await writeFile(path, "");
  } catch (error) {
    log.write("debug", "It could not be noted that an agent is in use", { path, error: String(error) });
  }
}

/** The folders of versions that a living process may be running. What dead ones noted is removed. */
export async function readUses(agentFolder: string): Promise<ReadonlySet<string>> {
  const uses = join(agentFolder, USES_FOLDER);
  const used = new Set<string>();
  for (const name of await namesIn(uses)) {
    const at = name.lastIndexOf("@");
    const pid = Number(name.slice(at + 1));
    if (at > 0 && Number.isSafeInteger(pid) && pid > 0 && isAlive(pid)) used.add(name.slice(0, at));
    else await rm(join(uses, name), { force: true });
  }
  return used;
}
