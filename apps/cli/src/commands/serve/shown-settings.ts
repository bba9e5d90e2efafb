// The settings that a server was started with, and where each comes from, for clients that may see them.
import { settings, type Setting, type Settings } from "@parley/base";
import type { ServerOptions } from "@parley/server";
import type { CommandContext } from "../../command.ts";

type ShownSettings = NonNullable<ServerOptions["settings"]>;
type ShownSetting = ShownSettings["settings"][number];

export function showSettings(context: CommandContext): ShownSettings {
  const names = Object.keys(settings) as (keyof Settings)[];
  return { settings: names.map((name) => showSetting(name, context)), file: context.config.user.path };
}

function showSetting(name: keyof Settings, context: CommandContext): ShownSetting {
  const { summary, env, choices }: Setting<unknown> = settings[name];
  const value = context.settings[name];
  return {
    name,
    summary,
    origin: originOf(name, context),
    variable: env,
    ...(value !== undefined && { value: typeof value === "string" ? withoutPassword(value) : value }),
    ...(choices !== undefined && { choices }),
  };
}

function originOf(name: string, { given, config }: CommandContext): ShownSetting["origin"] {
  if (given?.has(name) === true) return "given";
  if (config.workspace.values[name] !== undefined) return "workspace";
  return config.user.values[name] === undefined ? "default" : "user";
}

/** The address of a registry may contain credentials. */
function withoutPassword(value: string): string {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  if (url.username === "" && url.password === "") return value;
  url.username = "";
  url.password = "";
  return url.href;
}
