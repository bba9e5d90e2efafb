// The command in messages, as the user invoked it: `npx parley` inside a clone, otherwise `parley`.

const NAME = "parley";
/** `parley` where a command starts: at the beginning of a text, in backticks or brackets, after a colon, a pipe or `--`. */
const COMMAND = /(^|[`(|;:]\s*|\s--\s)parley(?=\s|$)/gm;

let invokedAs = NAME;

/** Called once, when the command line starts. */
export function setInvokedName(name: string): void {
  invokedAs = name;
}

/** A command to type, or a text with commands: `asInvoked("parley agents list")`. */
export function asInvoked(text: string): string {
  return invokedAs === NAME ? text : text.replace(COMMAND, `$1${invokedAs}`);
}
