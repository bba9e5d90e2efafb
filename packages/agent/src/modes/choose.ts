// Lists the available modes, and finds a mode by name.
import type { SessionMode, SessionModeState } from "@parley/acp";
import { APPROVAL_LEVELS, type ApprovalLevel } from "@parley/policy";
import { DEFAULT_MODE_IDS } from "./built-in.ts";
import type { AgentMode, Slot } from "./mode.ts";

export type ChosenMode =
  | { readonly mode: AgentMode }
  /** Other agents offer approval levels as modes. */
  | { readonly approval: ApprovalLevel }
  | { readonly unknown: string; readonly known: readonly string[] };

/** The modes of a slot. Internal modes are listed only while active. */
export function modesOf(modes: readonly AgentMode[], slot: Slot, currentId?: string): readonly AgentMode[] {
  return modes.filter((mode) => mode.slot === slot && (mode.isInternal !== true || mode.id === currentId));
}

/** The default mode; undefined only if a slot has none. */
export function defaultModeOf(modes: readonly AgentMode[], slot: Slot): AgentMode | undefined {
  return modes.find((mode) => mode.slot === slot && mode.id === DEFAULT_MODE_IDS[slot]) ?? modesOf(modes, slot)[0];
}

/** By exact id, then by other spellings: `Recipe maker`, `recipe-maker`. In any slot. */
export function parseModeId(text: string, modes: readonly AgentMode[], slot: Slot): ChosenMode {
  const isMeant = [
    ({ id }: AgentMode) => id === text,
    ({ id }: AgentMode) => toPlain(id) === toPlain(text),
    ({ name }: AgentMode) => toPlain(name) === toPlain(text),
  ];
  const approval = APPROVAL_LEVELS.find((level) => level === text.trim().toLowerCase());
  if (approval !== undefined) return { approval };
  for (const isIt of toPlain(text) === "" ? [] : isMeant) {
    const found = modes.filter(isIt);
    const mode = found.find((one) => one.slot === slot) ?? found[0];
    if (mode !== undefined) return { mode };
  }
  return { unknown: text, known: [...modesOf(modes, slot).map(({ id }) => id), ...APPROVAL_LEVELS] };
}

function toSessionMode({ id, name, description }: AgentMode): SessionMode {
  return { id, name, description };
}

/** Lists the modes of the slot. `_meta` names every mode that `session/set_mode` accepts: another slot's and internal ones, too. */
export function toSessionModeState(modes: readonly AgentMode[], slot: Slot, currentId: string): SessionModeState {
  return {
    currentModeId: currentId,
    availableModes: modesOf(modes, slot, currentId).map(toSessionMode),
    _meta: { parley: { modeIds: modes.map(({ id }) => id) } },
  };
}

function toPlain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, "");
}
