// Where the command line begins: small on purpose, each command loads when it is called, and so does what an error needs.
import { toSafeSearchPath } from "@parley/base";
import { dispatch } from "./dispatch.ts";

// Everything that is started from here inherits it: no program of the folder that happens to be open is run by its name alone.
const { PATH } = process.env;
if (PATH !== undefined) process.env["PATH"] = toSafeSearchPath(PATH, process.platform);

void main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  try {
    process.exitCode = await dispatch(argv);
  } catch (error) {
    const { reportError } = await import("./report-error.ts");
    process.exitCode = reportError(error);
  }
}
