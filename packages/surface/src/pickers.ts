// The lists under the composer: agent, mode, model, the agent's further options, and the approval level.
import { isUnknown } from "@parley/acp";
import type { TranscriptState } from "@parley/acp/transcript";
import type { Picker } from "@parley/chat-ui";
import type { NativeAgent, NativeSession } from "@parley/contract";
import { APPROVAL, BOLD, toChoicePickers, type Choices } from "./choice-pickers.ts";

const LEVELS = [
  { value: "supervised", label: "Supervised" },
  { value: "auto", label: "Auto" },
  { value: "bypass", label: "Bypass" },
  { value: "autopilot", label: "Autopilot" },
] as const;

export interface PickerSource {
  readonly session: Pick<NativeSession, "agent" | "level"> | undefined;
  readonly agents: readonly NativeAgent[];
  /** What the agent was asked for, if it was. */
  readonly choices: Choices | undefined;
  /** What the log says of the session. */
  readonly state: Pick<TranscriptState, "modes" | "modeId" | "configOptions">;
}

export function toPickers({ session, agents, choices, state }: PickerSource): readonly Picker[] {
  const { modes, modeId, configOptions } = state;
  const known = choices ?? { modes, modeId: modeId ?? undefined, models: [], modelId: undefined, configOptions };
  const { agent, level } = session ?? {};
  return [
    ...(agent === undefined ? [] : [{ id: "agent", name: "Agent", value: agent, options: toAgents(agents, agent) }]),
    ...toChoicePickers(known),
    ...(level === undefined || known.configOptions.some((option) => !isUnknown(option) && option.id === APPROVAL)
      ? []
      : [{ id: "level", name: "Approval", value: level, options: LEVELS, isMarked: BOLD.has(level) }]),
  ];
}

function toAgents(entries: readonly NativeAgent[], current: string): Picker["options"] {
  const usable = entries.filter(
    ({ name, is_internal: isInternal, is_enabled: isEnabled, is_available: isAvailable }) =>
      name === current || (!isInternal && isEnabled && isAvailable),
  );
  return usable.map(({ name, title }) => ({ value: name, label: title }));
}
