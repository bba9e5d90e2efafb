// The entry of the command line. It is small on purpose: commands and error reporting are loaded when they are needed.
import { setInvokedName, toSafeSearchPath } from "@parley/base";
import { dispatch } from "./dispatch.ts";
import { findInvokedName } from "./invoked-name.ts";

// Child processes inherit the safe PATH, so that no program in the current folder is run by its name alone.
const { PATH } = process.env;
if (PATH !== undefined) process.env["PATH"] = toSafeSearchPath(PATH, process.platform);

setInvokedName(findInvokedName(process.env, process.argv[1] ?? ""));
void main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  try {
    process.exitCode = await dispatch(argv);
  } catch (error) {
    const { reportError } = await import("./report-error.ts");
    process.exitCode = reportError(error);
  }
}
