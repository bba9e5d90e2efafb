// Mode, model and other choices of the session.
import { neutralLine } from "@parley/base";
import { isUnknown, type SessionConfigOption } from "@parley/acp";
import { APPROVAL_LEVELS, type ApprovalLevel } from "@parley/policy";
import { choose, toItem } from "./choose.ts";
import type { ChatCommand, ChatActions } from "./command.ts";
import type { Cycle } from "./cycle.ts";

const LEVELS: Readonly<Record<ApprovalLevel, string>> = {
  supervised: "asks before every change",
  auto: "asks before risky actions",
  bypass: "asks only before dangerous actions",
  autopilot: "never asks: what needs approval is denied",
};

type Option = Exclude<SessionConfigOption, { kind: "unknown" }>;

export const settingsCommands: readonly ChatCommand[] = [
  {
    name: "mode",
    summary: "Switch the mode (Shift-Tab for the next one)",
    hint: "[MODE]",
    choices: ({ session }) =>
      (session?.choices.modes ?? []).map(({ id, name }) => ({ value: id, description: neutralLine(name) })),
    run: async (argument, actions) => {
      const { modes = [], modeId } = actions.session?.choices ?? {};
      const items = modes.map(({ id, name, description }) => toItem(id, name, description));
      const chosen = await choose(actions, { what: "mode", argument, items, current: modeId });
      if (chosen !== undefined)
        await actions.during("Switching the mode", async () => actions.session?.setMode(chosen));
    },
  },
  {
    name: "model",
    summary: "Switch the model",
    hint: "[MODEL]",
    choices: ({ session }) =>
      (session?.choices.models ?? []).map(({ id, name }) => ({ value: id, description: neutralLine(name) })),
    run: async (argument, actions) => {
      const { models = [], modelId } = actions.session?.choices ?? {};
      const items = models.map(({ id, name, description }) => toItem(id, name, description));
      const chosen = await choose(actions, { what: "model", argument, items, current: modelId });
      if (chosen !== undefined)
        await actions.during("Switching the model", async () => actions.session?.setModel(chosen));
    },
  },
  {
    name: "level",
    summary: "Set what the agent may do without asking (Ctrl-T for the next level)",
    hint: "[LEVEL]",
    choices: () => APPROVAL_LEVELS.map((level) => ({ value: level, description: LEVELS[level] })),
    run: setLevel,
  },
  {
    name: "config",
    summary: "Set one of the agent's options",
    hint: "[OPTION [VALUE]]",
    choices: (actions) => optionsOf(actions).map(({ id, name }) => ({ value: id, description: neutralLine(name) })),
    run: async (argument, actions) => {
      const [wanted = "", ...rest] = argument.split(/\s+/);
      const options = optionsOf(actions);
      const items = options.map((option) => toItem(option.id, option.name, describeValue(option)));
      const id = await choose(actions, { what: "option", argument: wanted, items });
      const option = options.find((other) => other.id === id);
      if (option === undefined) return;
      const value = await chooseValue(actions, option, rest.join(" "));
      if (value !== undefined)
        await actions.during("Saving the option", async () => actions.session?.setConfigOption(option.id, value));
    },
  },
];

/** Without a hub the agent decides, and takes it as a prompt. */
async function setLevel(argument: string, actions: ChatActions): Promise<void> {
  const { session } = actions;
  if (session?.setLevel === undefined) return actions.prompt(`/approval ${argument}`.trim());
  const items = APPROVAL_LEVELS.map((level) => toItem(level, level, LEVELS[level]));
  const chosen = await choose(actions, { what: "approval level", argument, items, current: session.level });
  const level = APPROVAL_LEVELS.find((other) => other === chosen);
  if (level === undefined) return;
  if (level === session.level) actions.note("info", `Approval is already ${level}.`);
  else await actions.during("Setting the approval level", async () => session.setLevel?.(level));
}

/** Like Shift-Tab. */
export async function nextMode(actions: ChatActions, cycle: Cycle): Promise<void> {
  const { modes = [], modeId } = actions.session?.choices ?? {};
  const set = (id: string): Promise<void> =>
    actions.during("Switching the mode", async () => actions.session?.setMode(id));
  await cycle.next({ values: modes.map(({ id }) => id), current: modeId ?? undefined, set });
}

/** Like Ctrl-T. */
export async function nextLevel({ session }: ChatActions, cycle: Cycle): Promise<void> {
  if (session?.setLevel === undefined) return;
  const set = async (level: ApprovalLevel): Promise<void> => session.setLevel?.(level);
  await cycle.next({ values: APPROVAL_LEVELS, current: session.level, set });
}

async function chooseValue(
  actions: ChatActions,
  option: Option,
  argument: string,
): Promise<string | boolean | undefined> {
  if (option.type === "boolean") {
    const items = [toItem("on", "On", undefined), toItem("off", "Off", undefined)];
    const current = option.currentValue ? "on" : "off";
    const chosen = await choose(actions, { what: "value", argument: toOnOff(argument), items, current });
    return chosen === undefined ? undefined : chosen === "on";
  }
  const values = option.options.flatMap((value) => ("options" in value ? value.options : [value]));
  const items = values.map(({ value, name, description }) => toItem(value, name, description));
  return choose(actions, { what: "value", argument, items, current: option.currentValue });
}

function toOnOff(text: string): string {
  if (/^(true|yes|1)$/i.test(text)) return "on";
  return /^(false|no|0)$/i.test(text) ? "off" : text;
}

function optionsOf({ session }: ChatActions): Option[] {
  return (session?.choices.configOptions ?? []).filter((option): option is Option => !isUnknown(option));
}

function describeValue(option: Option): string {
  if (option.type === "boolean") return option.currentValue ? "on" : "off";
  const values = option.options.flatMap((value) => ("options" in value ? value.options : [value]));
  return neutralLine(values.find(({ value }) => value === option.currentValue)?.name ?? option.currentValue);
}
