// The text of `parley --help`, made from the table of commands and the table of settings.
import { settings } from "@parley/base";
import { commands, DEFAULT_COMMAND } from "./commands.ts";

export function helpText(name?: string): string {
  const command = commands.find((row) => row.name === name);
  if (command !== undefined) return `${command.summary}.\n\nUsage: ${command.usage}\n\n${globalFlags()}`;
  const width = Math.max(...commands.map((row) => row.name.length));
  const rows = commands.map((row) => `  ${row.name.padEnd(width)}  ${row.summary}`);
  return [
    "parley: talk to any coding agent that speaks the Agent Client Protocol.",
    "",
    `Usage: parley [COMMAND] [OPTIONS]      (without a command: ${DEFAULT_COMMAND})`,
    "",
    ...rows,
    "",
    globalFlags(),
  ].join("\n");
}

function globalFlags(): string {
  const rows = [
    [
      "--log-level LEVEL",
      `${settings.logLevel.summary} (${settings.logLevel.env}; default ${settings.logLevel.default})`,
    ],
    ["--color WHEN", `${settings.color.summary} (${settings.color.env}; default ${settings.color.default})`],
    ["--help, --version", "This text; the version"],
  ] as const;
  return ["Options for every command:", ...rows.map(([flag, text]) => `  ${flag.padEnd(18)} ${text}`)].join("\n");
}
