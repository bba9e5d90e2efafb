// The modes and models available in a folder, and the initial settings of a session. `session/new` waits for it, so servers are asked for their models later.
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
  /** For the user: a mode that was not found, a file that could not be read. */
  readonly problems: readonly string[];
}

export interface ChoicesOptions {
  readonly parleyHome: string;
  readonly cwd: string;
  readonly environment: ModelEnvironment;
  /** Later entries override earlier ones. */
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

/** Skips loading where there are no custom modes. */
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
  problems.push(`Mode ${id} not found; using ${standard?.id ?? "none"} instead`);
  return standard;
}

function merge(chosen: readonly ChosenSettings[]): ChosenSettings {
  const merged: Record<string, unknown> = {};
  for (const settings of chosen) {
    for (const [name, value] of Object.entries(settings)) if (value !== undefined) merged[name] = value;
  }
  return merged;
}
