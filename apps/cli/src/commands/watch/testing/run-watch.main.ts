// `parley watch` on its own, for tests: what the entry does for a command, without the other commands.
import { silentLog } from "@parley/base";
import { parseArguments } from "../../../arguments/parse-arguments.ts";
import { parleyHome, readConfig } from "../../../config.ts";
import type { Arguments } from "../../../arguments/usage.ts";
import { reportError } from "../../../report-error.ts";
import { watchUsage } from "../../../usage/watch.ts";
import { run } from "../watch.ts";

const [home, cwd] = [parleyHome(), process.cwd()];
try {
  const { settings, files: config } = readConfig({ home, cwd, isTrusted: false, flags: {} });
  const args = parseArguments(watchUsage, process.argv.slice(2)) as unknown as Arguments<typeof watchUsage>;
  process.exitCode = await run(args, { settings, config, log: silentLog, cwd, home, isTrusted: false });
} catch (error) {
  process.exitCode = reportError(error);
}
