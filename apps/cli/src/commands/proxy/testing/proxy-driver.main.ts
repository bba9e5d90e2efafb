// `parley proxy` in a process of its own, as the command line starts it. With PARLEY_TEST_MEMORY it says at the end how much it took.
import { parseArguments } from "../../../arguments/parse-arguments.ts";
import type { Arguments } from "../../../arguments/usage.ts";
import type { CommandContext } from "../../../command.ts";
import { parleyHome } from "../../../config.ts";
import { reportError } from "../../../report-error.ts";
import { createStderrLog } from "../../../stderr-log.ts";
import { proxyUsage } from "../../../usage/proxy.ts";
import { readFileSync } from "node:fs";
import { run } from "../proxy.ts";

async function main(): Promise<number> {
  try {
    // The parser gives each flag the type that its row in the table says.
    const args = parseArguments(proxyUsage, process.argv.slice(2)) as unknown as Arguments<typeof proxyUsage>;
    const noFile = { path: "", values: {} };
    const context = {
      settings: { sandbox: "off" },
      config: { user: noFile, workspace: noFile },
      log: createStderrLog("error"),
      cwd: args.flags.cwd ?? process.cwd(),
      home: parleyHome(),
    };
    return await run(args, context as unknown as CommandContext);
  } catch (error) {
    return reportError(error);
  }
}

process.exitCode = await main();
if (process.env["PARLEY_TEST_MEMORY"] !== undefined) {
  // The highest that it was. What the system calls the maximum counts what our parent had.
  const highest = /^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1];
  process.stderr.write(`memory: ${highest} KiB\n`);
}
