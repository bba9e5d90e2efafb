// Environment variables that a session may bring for its agent's process: refused names, and the maximum size.

export const VARIABLES_MAX = 256;
const VARIABLE_NAME_CHARS_MAX = 128;
/** Of all names and values together. */
export const VARIABLES_CHARS_MAX: number = 128 * 1024;

/** The variables of Parley itself that an agent reads; all others are set by the process that starts it. */
const OWN_ALLOWED: ReadonlySet<string> = new Set(["PARLEY_MODEL"]);

/** They make a loader or an interpreter run code before the program, or hide the program from its guard. */
const LOADERS: ReadonlySet<string> = new Set([
  "BASH_ENV",
  "ELECTRON_RUN_AS_NODE",
  "ENV",
  "GCONV_PATH",
  "GLIBC_TUNABLES",
  "JAVA_TOOL_OPTIONS",
  "NODE_OPTIONS",
  "PERL5OPT",
  "PYTHONSTARTUP",
  "RUBYOPT",
]);

const NAME = /^[A-Za-z_][A-Za-z0-9_.()%-]*$/;

/** Why a session cannot bring this variable; undefined if it can. */
export function refuseVariable(name: string): string | undefined {
  if (name.length > VARIABLE_NAME_CHARS_MAX) return `has a name of more than ${VARIABLE_NAME_CHARS_MAX} characters`;
  if (!NAME.test(name)) return "is not the name of an environment variable";
  const upper = name.toUpperCase();
  if (upper.startsWith("PARLEY_") && !OWN_ALLOWED.has(upper)) return "is reserved for Parley itself";
  if (/^(?:LD|DYLD)_|^BASH_FUNC_/.test(upper) || LOADERS.has(upper)) return "would change how programs are loaded";
  if (upper.startsWith("VSCODE_")) return "is for programs that the editor itself starts";
  return undefined;
}
