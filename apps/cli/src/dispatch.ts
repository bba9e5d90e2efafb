// Finds the command for the typed arguments: its usage table parses them, and its file loads only when it runs.
import { asInvoked, ParleyError, VERSION, findNearestName } from "@parley/base";
import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import { requireFolder } from "./folder-argument.ts";
import { commandHelp, HELP_COLUMNS_MAX, listOf } from "./arguments/help-text.ts";
import { flagsOf } from "./arguments/global-flags.ts";
import { choicesOf, parseArguments, toSettingValues } from "./arguments/parse-arguments.ts";
import type { Arguments, FlagValue, Usage } from "./arguments/usage.ts";
import type { CommandRow } from "./command.ts";
import { commands, DEFAULT_COMMAND, groups, type CommandGroup } from "./commands.ts";
import { hasWorkspaceFiles, mayHaveUnknownKeys, parleyHome, readConfig, readWhatFits } from "./config.ts";

/** Importing exit-codes.ts would load one more file at every start. */
const DONE = 0;

export async function dispatch(argv: readonly string[]): Promise<number> {
  const [first, second] = argv;
  if (first === "--version" || first === "-V") return print(`parley ${VERSION}`);
  if (first === "--help" || first === "-h") return print(overview());
  if (first === "help") return print(await helpOn(argv.slice(1)));
  if (first === COMPLETE) return answerCompletion(argv.slice(1));
  if (first === undefined) return start(find(DEFAULT_COMMAND), argv);
  if (first.startsWith("-")) return startDefault(argv);
  const group = groups.find(({ name }) => name === first);
  if (group === undefined) return start(find(first), argv.slice(1));
  if (second === "--help" || second === "-h") return print(groupHelp(group));
  if (second === undefined || second.startsWith("-")) return start(find(group.defaultCommand), argv.slice(1));
  return start(await findInGroup(group, second), argv.slice(2));
}

/** The completion scripts call this command; its errors must not appear on the command line. */
const COMPLETE = "__complete";

async function answerCompletion(words: readonly string[]): Promise<number> {
  const { answerShell } = await import("./completion/answer-shell.ts");
  const home = parleyHome();
  const server = (): string => readWhatFits({ home, cwd: process.cwd(), isTrusted: false, flags: {} }).settings.server;
  const tables = { commands, groups, defaultCommand: DEFAULT_COMMAND, flagsOf, choicesOf, home, server };
  process.stdout.write(await answerShell(words, tables));
  return DONE;
}

async function start({ usage, load }: CommandRow, argv: readonly string[]): Promise<number> {
  const args = parseArguments(usage, argv);
  if (args.flags["help"] === true) return print(commandHelp(usage, helpColumns()));
  const home = parleyHome();
  // The doctor reports problems with the home itself.
  if (usage.survivesBadConfig !== true) await checkHome(home);
  const cwd = toFolder(args.flags["cwd"]);
  const isTrusted = await findTrust(usage, args, home, cwd);
  const request = { home, cwd, isTrusted, flags: toSettingValues(usage, args.flags) };
  const { settings, files, given, error } =
    usage.survivesBadConfig === true ? readWhatFits(request) : readConfig(request);
  const { createStderrLog } = await import("./stderr-log.ts");
  const log = createStderrLog(settings.logLevel);
  // The doctor reports unknown keys itself.
  if (usage.survivesBadConfig !== true && mayHaveUnknownKeys(files)) {
    const { warnOfUnknownKeys } = await import("./schemas/warn-of-unknown-keys.ts");
    warnOfUnknownKeys(files, log);
  }
  const { run } = await load();
  return run(args, { settings, config: files, given, configError: error, log, cwd, home, isTrusted });
}

/** Options without a command are those of a chat; a command behind them would be its prompt. */
async function startDefault(argv: readonly string[]): Promise<number> {
  const row = find(DEFAULT_COMMAND);
  if (argv.some((word) => topNames().includes(word))) {
    const { refuseMisplaced } = await import("./arguments/misplaced-command.ts");
    refuseMisplaced(argv, row.usage, commands, groups);
  }
  return start(row, argv);
}

/** The home almost always exists and is the user's own, and then nothing has to be loaded. */
async function checkHome(home: string): Promise<void> {
  if (isFine(home)) return;
  const { ensureHome } = await import("./home-folder.ts");
  ensureHome(home);
}

function isFine(home: string): boolean {
  try {
    accessSync(`${home}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
    return process.platform === "win32" || (statSync(home).mode & constants.S_IWOTH) === 0;
  } catch {
    return false;
  }
}

function toFolder(flag: FlagValue): string {
  if (typeof flag !== "string") return process.cwd();
  return requireFolder(resolve(flag), { label: "Correct --cwd" });
}

/** Most folders have no settings or rules of their own, and then nothing has to be loaded. */
async function findTrust(usage: Usage, { flags }: Arguments, home: string, cwd: string): Promise<boolean> {
  const isTrusting = usage.isInWorkspace === true && flags["trust"] === true;
  if (!isTrusting && !hasWorkspaceFiles(cwd, home)) return false;
  const { settleTrust } = await import("./client/trust.ts");
  const mayAsk = usage.isInWorkspace === true && hasWorkspaceFiles(cwd, home);
  return settleTrust({ home, cwd, isTrusting, mayAsk });
}

function find(name: string): CommandRow {
  const row = commands.find(({ usage }) => usage.name === name);
  if (row !== undefined) return row;
  // A text with spaces is probably a prompt.
  const near = /\s/.test(name) ? asInvoked(`parley run ${JSON.stringify(name)}`) : findNearestName(name, topNames());
  throw noCommand(`Command "${name}" not found`, near, "parley --help");
}

async function findInGroup(group: CommandGroup, name: string): Promise<CommandRow> {
  const row = commands.find(({ usage }) => usage.name === `${group.name} ${name}`);
  if (row !== undefined) return row;
  const { nearCommand } = await import("./arguments/near-command.ts");
  const near = nearCommand(group.name, name, commands);
  throw noCommand(`Command "${group.name} ${name}" not found`, near, `parley ${group.name} --help`);
}

function noCommand(message: string, near: string | undefined, help: string): ParleyError {
  const hint = near === undefined ? "" : `. Did you mean ${near}?`;
  return new ParleyError({
    code: "usage",
    message: `${message}${hint}`,
    remedy: { label: "List the commands", command: help },
  });
}

async function helpOn([first, second]: readonly string[]): Promise<string> {
  if (first === undefined) return overview();
  const group = groups.find(({ name }) => name === first);
  if (group === undefined) return commandHelp(find(first).usage, helpColumns());
  return second === undefined ? groupHelp(group) : commandHelp((await findInGroup(group, second)).usage, helpColumns());
}

function helpColumns(): number {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? Math.min(columns, HELP_COLUMNS_MAX) : HELP_COLUMNS_MAX;
}

function overview(): string {
  const listed = topNames().map((name) => {
    const summary = groups.find((group) => group.name === name)?.summary ?? find(name).usage.summary;
    return { name, summary };
  });
  return [
    "parley: talk to any coding agent that speaks the Agent Client Protocol (ACP).",
    `Usage: ${asInvoked("parley")} [COMMAND] [OPTIONS]      (default command: ${DEFAULT_COMMAND})`,
    listOf(listed),
    asInvoked("Run `parley COMMAND --help` for options and examples, `parley --version` for the version."),
  ].join("\n\n");
}

function groupHelp(group: CommandGroup): string {
  // A group that is a command itself has flags of its own.
  if (group.defaultCommand === group.name)
    return `${commandHelp(find(group.name).usage, helpColumns())}\n\n${listMembers(group)}`;
  return [
    `${group.summary}.`,
    asInvoked(`Usage: parley ${group.name} [COMMAND] [OPTIONS]      (default command: ${group.defaultCommand})`),
    listMembers(group),
  ].join("\n\n");
}

function listMembers(group: CommandGroup): string {
  const rows = membersOf(group).map(({ usage }) => ({ name: usage.name, summary: usage.summary }));
  return `${listOf(rows)}\n\n${asInvoked(`Run \`parley ${group.name} COMMAND --help\` for options and examples.`)}`;
}

function membersOf({ name }: CommandGroup): readonly CommandRow[] {
  return commands.filter(({ usage }) => usage.name.startsWith(`${name} `));
}

/** Top-level names in the order of the table; a group takes the place of its first command. */
function topNames(): readonly string[] {
  return [...new Set(commands.map(({ usage }) => usage.name.split(" ")[0] ?? ""))];
}

function print(text: string): number {
  // A reader such as `head` may close the pipe early, which is not an error.
  process.stdout.once("error", () => undefined);
  process.stdout.write(`${text}\n`);
  return DONE;
}
