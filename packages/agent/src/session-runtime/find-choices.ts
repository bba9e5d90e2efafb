// What there is to choose from in a folder, and what a session begins with. `session/new` waits for it: servers are asked for their models later.
import { defaultModelId } from "../models/default-model.ts";
import type { ModelEnvironment } from "../models/environment.ts";
import { listModels } from "../models/list-models.ts";
import type { ModelInfo } from "../models/model.ts";
import { BUILT_IN_MODES } from "../modes/built-in.ts";
import { defaultModeOf, parseModeId } from "../modes/choose.ts";
import type { AgentMode } from "../modes/mode.ts";
import type { ChosenSettings, SessionSettings } from "../sessions/settings.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";

export interface FoundChoices {
  readonly modes: readonly AgentMode[];
  readonly models: readonly ModelInfo[];
  readonly settings: SessionSettings;
  /** For the person: a mode that is not there, a file that cannot be read. */
  readonly problems: readonly string[];
}

export interface ChoicesOptions {
  readonly parleyHome: string;
  readonly cwd: string;
  readonly environment: ModelEnvironment;
  /** The later ones go before the earlier. */
  readonly chosen: readonly ChosenSettings[];
  readonly isTrusted: () => Promise<boolean>;
}

export async function findChoices(options: ChoicesOptions): Promise<FoundChoices> {
  const { environment } = options;
  const { modes, problems } = await findModes(options);
  const chosen = merge(options.chosen);
  const { slot = "coding", approval = "supervised", thinking = "medium" } = chosen;
  const mode = toMode(chosen.modeId, modes, slot, problems);
  const settings: SessionSettings = {
    slot: mode?.slot ?? slot,
    modeId: mode?.id ?? "",
    modelId: chosen.modelId ?? (await defaultModelId(environment)),
    approval,
    thinking,
  };
  return { modes, models: await listModels(environment, "known"), settings, problems };
}

/** Most have none of their own, and then there is nothing to load. */
async function findModes({
  parleyHome,
  cwd,
  isTrusted,
}: ChoicesOptions): Promise<{ modes: readonly AgentMode[]; problems: string[] }> {
  const folders = [join(cwd, ".parley", "modes"), join(parleyHome, "modes")];
  if (!folders.some((folder) => existsSync(folder))) return { modes: BUILT_IN_MODES, problems: [] };
  const { loadModes } = await import("../modes/load-modes.ts");
  const { modes, problems } = await loadModes({ cwd, parleyHome, isTrusted: await isTrusted() });
  return {
    modes,
    problems: problems.map(({ message, remedy }) => (remedy === undefined ? message : `${message}. ${remedy.label}`)),
  };
}

function toMode(
  id: string | undefined,
  modes: readonly AgentMode[],
  slot: SessionSettings["slot"],
  problems: string[],
): AgentMode | undefined {
  const standard = defaultModeOf(modes, slot);
  if (id === undefined) return standard;
  const found = parseModeId(id, modes, slot);
  if ("mode" in found) return found.mode;
  problems.push(`There is no mode ${id}; ${standard?.id ?? "none"} is taken instead`);
  return standard;
}

function merge(chosen: readonly ChosenSettings[]): ChosenSettings {
  const merged: Record<string, unknown> = {};
  for (const settings of chosen) {
    for (const [name, value] of Object.entries(settings)) if (value !== undefined) merged[name] = value;
  }
  return merged;
}
