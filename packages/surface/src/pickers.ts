// The lists under the composer: agent, mode, model, the agent's further options, and the approval level.
import { t } from "@parley/base";
import { isUnknown } from "@parley/acp";
import type { TranscriptState } from "@parley/acp/transcript";
import type { Picker } from "@parley/chat-ui";
import type { NativeAgent, NativeSession } from "@parley/contract";
import { APPROVAL, BOLD, toChoicePickers, type Choices } from "./choice-pickers.ts";

function toLevels(): Picker["options"] {
  return [
    { value: "supervised", label: t("Supervised") },
    { value: "auto", label: t("Auto") },
    { value: "bypass", label: t("Bypass") },
    { value: "autopilot", label: t("Autopilot") },
  ];
}

export interface PickerSource {
  readonly session: Pick<NativeSession, "agent" | "level"> | undefined;
  readonly agents: readonly NativeAgent[];
  /** The agent's choices, if they were requested. */
  readonly choices: Choices | undefined;
  /** The session's state according to the log. */
  readonly state: Pick<TranscriptState, "modes" | "modeId" | "configOptions">;
}

export function toPickers({ session, agents, choices, state }: PickerSource): readonly Picker[] {
  const { modes, modeId, configOptions } = state;
  const known = choices ?? { modes, modeId: modeId ?? undefined, models: [], modelId: undefined, configOptions };
  const { agent, level } = session ?? {};
  const names = new Set(agents.map(({ name }) => name));
  return [
    ...(agent === undefined ? [] : [{ id: "agent", name: t("Agent"), value: agent, options: toAgents(agents, agent) }]),
    ...toChoicePickers(known).filter((picker) => !isTwin(picker, agent, names)),
    ...(level === undefined || known.configOptions.some((option) => !isUnknown(option) && option.id === APPROVAL)
      ? []
      : [{ id: "level", name: t("Approval"), value: level, options: toLevels(), isMarked: BOLD.has(level) }]),
  ];
}

/** The modes of the built-in agent are agents themselves, so if the list has all of them, one list is enough. */
function isTwin({ id, value, options }: Picker, agent: string | undefined, names: ReadonlySet<string>): boolean {
  return id === "mode" && value === agent && options.every((option) => names.has(option.value));
}

function toAgents(entries: readonly NativeAgent[], current: string): Picker["options"] {
  const usable = entries.filter(
    ({ name, is_internal: isInternal, is_enabled: isEnabled, is_available: isAvailable }) =>
      name === current || (!isInternal && isEnabled && isAvailable),
  );
  return usable.map(({ name, title }) => ({ value: name, label: title }));
}
