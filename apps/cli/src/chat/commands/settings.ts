// Mode, model and the other choices of the session.
import { isUnknown, type SessionConfigOption } from "@parley/acp";
import { neutralLine } from "../../terminal/neutral-text.ts";
import type { PickerItem } from "../panels/picker-panel.ts";
import type { ChatCommand, ChatDesk } from "./command.ts";

type Option = Exclude<SessionConfigOption, { kind: "unknown" }>;

export const settingsCommands: readonly ChatCommand[] = [
  {
    name: "mode",
    summary: "Switch the mode (Shift-Tab goes through them)",
    hint: "[MODE]",
    choices: ({ session }) =>
      (session?.choices.modes ?? []).map(({ id, name }) => ({ value: id, description: neutralLine(name) })),
    run: async (argument, desk) => {
      const { modes = [], modeId } = desk.session?.choices ?? {};
      const items = modes.map(({ id, name, description }) => toItem(id, name, description));
      const chosen = await choose(desk, { what: "mode", argument, items, current: modeId });
      if (chosen !== undefined) await desk.during("Switching the mode", async () => desk.session?.setMode(chosen));
    },
  },
  {
    name: "model",
    summary: "Switch the model",
    hint: "[MODEL]",
    choices: ({ session }) =>
      (session?.choices.models ?? []).map(({ id, name }) => ({ value: id, description: neutralLine(name) })),
    run: async (argument, desk) => {
      const { models = [], modelId } = desk.session?.choices ?? {};
      const items = models.map(({ id, name, description }) => toItem(id, name, description));
      const chosen = await choose(desk, { what: "model", argument, items, current: modelId });
      if (chosen !== undefined) await desk.during("Switching the model", async () => desk.session?.setModel(chosen));
    },
  },
  {
    name: "config",
    summary: "Set one of the agent's options",
    hint: "[OPTION [VALUE]]",
    choices: (desk) => optionsOf(desk).map(({ id, name }) => ({ value: id, description: neutralLine(name) })),
    run: async (argument, desk) => {
      const [wanted = "", ...rest] = argument.split(/\s+/);
      const options = optionsOf(desk);
      const items = options.map((option) => toItem(option.id, option.name, describeValue(option)));
      const id = await choose(desk, { what: "option", argument: wanted, items });
      const option = options.find((other) => other.id === id);
      if (option === undefined) return;
      const value = await chooseValue(desk, option, rest.join(" "));
      if (value !== undefined)
        await desk.during("Setting it", async () => desk.session?.setConfigOption(option.id, value));
    },
  },
];

/** As Shift-Tab does. */
export async function nextMode(desk: ChatDesk): Promise<void> {
  const { modes = [], modeId } = desk.session?.choices ?? {};
  const next = modes[(modes.findIndex(({ id }) => id === modeId) + 1) % Math.max(1, modes.length)];
  if (next === undefined || next.id === modeId) return;
  await desk.during("Switching the mode", async () => desk.session?.setMode(next.id));
}

interface Choosing {
  readonly what: string;
  readonly argument: string;
  readonly items: readonly PickerItem[];
  readonly current?: string | undefined;
}

/** By what was typed after the command, else from a list. */
async function choose(desk: ChatDesk, { what, argument, items, current }: Choosing): Promise<string | undefined> {
  if (items.length === 0) {
    desk.note("info", `The agent has no ${what} to choose.`);
    return undefined;
  }
  if (argument === "") return desk.pick(`Which ${what}?`, items, current);
  const wanted = argument.toLowerCase();
  const found = items.find(({ id, label }) => id.toLowerCase() === wanted || label.toLowerCase() === wanted);
  if (found === undefined) {
    desk.note(
      "warning",
      `There is no ${what} ${JSON.stringify(argument)}.`,
      `There are: ${items.map(({ id }) => id).join(", ")}`,
    );
  }
  return found?.id;
}

async function chooseValue(desk: ChatDesk, option: Option, argument: string): Promise<string | boolean | undefined> {
  if (option.type === "boolean") {
    const items = [toItem("on", "On", undefined), toItem("off", "Off", undefined)];
    const current = option.currentValue ? "on" : "off";
    const chosen = await choose(desk, { what: "value", argument: toOnOff(argument), items, current });
    return chosen === undefined ? undefined : chosen === "on";
  }
  const values = option.options.flatMap((value) => ("options" in value ? value.options : [value]));
  const items = values.map(({ value, name, description }) => toItem(value, name, description));
  return choose(desk, { what: "value", argument, items, current: option.currentValue });
}

function toOnOff(text: string): string {
  if (/^(true|yes|1)$/i.test(text)) return "on";
  return /^(false|no|0)$/i.test(text) ? "off" : text;
}

function optionsOf({ session }: ChatDesk): Option[] {
  return (session?.choices.configOptions ?? []).filter((option): option is Option => !isUnknown(option));
}

function describeValue(option: Option): string {
  if (option.type === "boolean") return option.currentValue ? "on" : "off";
  const values = option.options.flatMap((value) => ("options" in value ? value.options : [value]));
  return neutralLine(values.find(({ value }) => value === option.currentValue)?.name ?? option.currentValue);
}

function toItem(id: string, name: string, description: string | null | undefined): PickerItem {
  return { id, label: neutralLine(name), description: description ? neutralLine(description) : undefined };
}
