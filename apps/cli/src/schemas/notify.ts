// The setting `notify`: the command or bell for notifications. Only read from the user's own file.
import { describeKnownNames, isObject, type JsonObject } from "@parley/base";
import { badSetting } from "@parley/home/user-files";
import type { NotifyEvent, NotifySetting } from "@parley/hub";
import type { ConfigFile } from "../command.ts";
import { NOTIFY_ARGS_MAX, NOTIFY_COMMAND_CHARS_MAX } from "../limits.ts";

const EVENTS: readonly NotifyEvent[] = ["question", "ended", "failed"];
const FIELDS: readonly string[] = ["command", "args", "bell", "on"];

export function notifySchema(): JsonObject {
  const text = { type: "string", maxLength: NOTIFY_COMMAND_CHARS_MAX };
  return {
    description: "Notifications when an agent has a question or a turn ends (ignored in a project's config.json)",
    type: "object",
    properties: {
      command: { description: "A program, or a shell command line if args is missing", ...text, minLength: 1 },
      args: { description: "Arguments of the program", type: "array", maxItems: NOTIFY_ARGS_MAX, items: text },
      bell: { description: "Ring the terminal of parley serve", type: "boolean" },
      on: {
        description: "Events: an agent has a question, a turn ended, a turn failed (default: all)",
        type: "array",
        minItems: 1,
        items: { enum: EVENTS },
      },
    },
    additionalProperties: false,
  };
}

/** Undefined: nothing is configured. Throws `bad_config`. */
export function readNotify({ path, values }: ConfigFile, ring: () => void): NotifySetting | undefined {
  const { notify } = values;
  if (notify === undefined) return undefined;
  if (!isObject(notify)) throw badSetting(path, "notify", notify, "an object with command, args, bell, on");
  const unknown = Object.keys(notify).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) {
    throw badSetting(path, `notify.${unknown}`, notify[unknown], describeKnownNames(unknown, FIELDS));
  }
  const { command, args, bell, on = EVENTS } = notify;
  if (command !== undefined && (!isText(command) || command === "")) {
    throw badSetting(path, "notify.command", command, "a program or a shell command line");
  }
  if (args !== undefined && !isList(args, isText, NOTIFY_ARGS_MAX)) {
    throw badSetting(path, "notify.args", args, `a list of up to ${NOTIFY_ARGS_MAX} texts`);
  }
  if (bell !== undefined && typeof bell !== "boolean") throw badSetting(path, "notify.bell", bell, "true or false");
  if (!isList(on, isEvent, Infinity) || on.length === 0) {
    throw badSetting(path, "notify.on", on, `a list of ${EVENTS.join(", ")}`);
  }
  return { command, args, on, ...(bell === true && { ring }) };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= NOTIFY_COMMAND_CHARS_MAX && !value.includes("\0");
}

function isEvent(value: unknown): value is NotifyEvent {
  return EVENTS.some((event) => event === value);
}

function isList<Item>(value: unknown, fits: (item: unknown) => item is Item, countMax: number): value is Item[] {
  return Array.isArray(value) && value.length <= countMax && value.every((item) => fits(item));
}
