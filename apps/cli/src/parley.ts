// The entry of the command line: small on purpose, each command loads when it is called.
import { ParleyError } from "@parley/base";
import { commands, DEFAULT_COMMAND } from "./commands.ts";
import { readSettings, takeGlobalFlags } from "./config.ts";
import { exitCodeOfError, ExitCodes } from "./exit-codes.ts";
import { describeError } from "./describe-error.ts";
import { helpText } from "./help.ts";
import { createStderrLog } from "./stderr-log.ts";
import { VERSION } from "./version.ts";

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  try {
    return await dispatch(argv);
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    return exitCodeOfError(error);
  }
}

async function dispatch(argv: readonly string[]): Promise<number> {
  const [first, ...rest] = argv;
  if (first === "--version" || first === "-v") return print(`parley ${VERSION}`);
  if (first === "--help" || first === "-h" || first === "help") return print(helpText(rest[0]));
  const isNamed = first !== undefined && !first.startsWith("-");
  const name = isNamed ? first : DEFAULT_COMMAND;
  const command = commands.find((row) => row.name === name);
  if (command === undefined) {
    const message = `There is no command "${name}"`;
    throw new ParleyError({ code: "usage", message, remedy: { label: "See the commands", command: "parley --help" } });
  }
  const { flags, args } = takeGlobalFlags(isNamed ? rest : argv);
  if (args[0] === "--help" || args[0] === "-h") return print(helpText(name));
  const settings = await readSettings(flags);
  const { run } = await command.load();
  return run(args, { settings, log: createStderrLog(settings.logLevel), cwd: process.cwd() });
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return ExitCodes.endTurn;
}
