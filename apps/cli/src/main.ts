// Where the command line begins: small on purpose, each command loads when it is called, and so does what an error needs.
import { dispatch } from "./dispatch.ts";

void main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  try {
    process.exitCode = await dispatch(argv);
  } catch (error) {
    const { reportError } = await import("./report-error.ts");
    process.exitCode = reportError(error);
  }
}
