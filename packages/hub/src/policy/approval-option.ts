// The approval level of a session as a config option, so that clients show and set it like any other.
import { isUnknown, type SessionConfigOption, type SessionEvent } from "@parley/acp";
import { APPROVAL_LEVELS, type ApprovalLevel } from "@parley/policy";

export const APPROVAL = "approval";

export const DESCRIPTIONS: Readonly<Record<ApprovalLevel, string>> = {
  supervised: "Asks before every change; reading is allowed",
  auto: "Asks before risky actions",
  bypass: "Asks only before dangerous actions",
  autopilot: "Never asks: what needs approval is denied",
};

type Select = Extract<SessionConfigOption, { type: "select" }>;

/** The options of an agent with the session's level; another agent's own option of this name stays as it is. */
export function withApproval(
  options: readonly SessionConfigOption[],
  level: ApprovalLevel,
): readonly SessionConfigOption[] {
  const index = options.findIndex((option) => !isUnknown(option) && option.id === APPROVAL);
  const given = options[index];
  if (given === undefined) return [...options, toOption(level)];
  return isOurs(given) ? options.with(index, { ...given, currentValue: level }) : options;
}

/** Whether the option named `approval` is the session's level. */
export function offersApproval(options: readonly SessionConfigOption[]): boolean {
  return options.every((option) => isUnknown(option) || option.id !== APPROVAL || isOurs(option));
}

/** An event that lists the options of an agent lists the level as well. */
export function showApproval(event: SessionEvent, level: ApprovalLevel): SessionEvent {
  if (event.type === "config") return { ...event, configOptions: withApproval(event.configOptions, level) };
  if (event.type !== "update" || event.update.sessionUpdate !== "config_option_update") return event;
  const configOptions = [...withApproval(event.update.configOptions, level)];
  return { ...event, update: { ...event.update, configOptions } };
}

function toOption(level: ApprovalLevel): Select {
  return {
    id: APPROVAL,
    name: "Approval",
    description: "What the agent may do without asking",
    type: "select",
    currentValue: level,
    options: APPROVAL_LEVELS.map((value) => ({ value, name: capitalise(value), description: DESCRIPTIONS[value] })),
  };
}

/** Our own agent's option has the same values. */
function isOurs(option: SessionConfigOption): option is Select {
  if (option.type !== "select" || option.id !== APPROVAL) return false;
  return option.options.every((one) => "value" in one && APPROVAL_LEVELS.some((level) => level === one.value));
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
