// Chooses one of several items for a command: by the typed argument, otherwise from a list.
import { neutralLine } from "@parley/base";
import type { PickerItem } from "../panels/picker-panel.ts";
import type { ChatActions } from "./command.ts";

export interface Choosing {
  readonly what: string;
  readonly argument: string;
  readonly items: readonly PickerItem[];
  readonly current?: string | undefined;
}

/** By the command's argument, otherwise from a list. */
export async function choose(
  actions: ChatActions,
  { what, argument, items, current }: Choosing,
): Promise<string | undefined> {
  if (items.length === 0) {
    actions.note("info", `The agent does not offer any ${what}.`);
    return undefined;
  }
  if (argument === "") return actions.pick(`Which ${what}?`, items, current);
  const wanted = argument.toLowerCase();
  const found = items.find(({ id, label }) => id.toLowerCase() === wanted || label.toLowerCase() === wanted);
  if (found === undefined) {
    actions.note(
      "warning",
      `${JSON.stringify(argument)} is not ${what.startsWith("a") ? "an" : "a"} ${what}.`,
      `Available: ${items.map(({ id }) => id).join(", ")}`,
    );
  }
  return found?.id;
}

export function toItem(id: string, name: string, description: string | null | undefined): PickerItem {
  return { id, label: neutralLine(name), description: description ? neutralLine(description) : undefined };
}
