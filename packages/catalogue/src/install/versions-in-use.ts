// Which processes use which version of an installed agent, so that an update does not delete the files of a running one.
import { createFolder, isAlive, namesIn } from "@parley/home";
import type { Log } from "@parley/base";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HostEnvironment } from "../programs/host-environment.ts";
import { agentsFolder, type Manifest } from "./installed-agent.ts";

export const USES_FOLDER = "uses";

interface Noting {
  readonly host: HostEnvironment;
  readonly log: Log;
}

/** From now until this process ends: agents end with the process that started them. */
export async function markInUse({ id, folder }: Pick<Manifest, "id" | "folder">, { host, log }: Noting): Promise<void> {
  const uses = join(agentsFolder(host), id, USES_FOLDER);
  const path = join(uses, `${folder}@${process.pid}`);
  try {
    await createFolder(uses);
    await writeFile(path, "");
  } catch (error) {
    log.write("debug", "Could not record that an agent is in use", { path, error: String(error) });
  }
}

/** The folders of versions that a running process may use. Records of dead processes are removed. */
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
