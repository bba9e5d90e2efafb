// The environment of a child: ours, without our own secrets and an editor's variables, plus the mark that identifies
// it.
import { ParleyError, toSafeSearchPath } from "@parley/base";
import { GUARD_VARIABLE, MARK_VARIABLE, toMark } from "./mark.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Never inherited. Upper or lower case, `*` for any characters. Keys of model providers are for the agent, so they are not listed. */
const SECRET_NAMES = [
  "PARLEY_*CREDENTIAL*",
  "PARLEY_*KEY*",
  "PARLEY_*PASSPHRASE*",
  "PARLEY_*PASSWORD*",
  "PARLEY_*SECRET*",
  "PARLEY_*TOKEN*",
  "PARLEY_DATABASE*",
] as const;

/**
 * Variables that an editor sets for its own programs; other programs would load its code, or run as something else.
 * Never inherited.
 */
const EDITOR_NAMES = ["ELECTRON_RUN_AS_NODE", "NODE_OPTIONS", "VSCODE_*"] as const;

export interface EnvironmentOptions {
  /** Added to what is inherited; undefined removes a variable. Variables named here are passed on purpose, secret or not. */
  readonly env?: Environment | undefined;
  /** What is inherited (default: our own environment). */
  readonly baseEnv?: Environment | undefined;
  /** More names that are not inherited. */
  readonly secrets?: readonly string[] | undefined;
}

export function childEnvironment(serial: number, options: EnvironmentOptions): Record<string, string> {
  const { env = {}, baseEnv = process.env, secrets = [] } = options;
  const hidden = secrets.length === 0 ? ours : [...ours, ...secrets.map(toPieces)];
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(baseEnv)) {
    const upperCase = name.toUpperCase();
    if (value === undefined || hidden.some((pieces) => matches(upperCase, pieces))) continue;
    result[name] = upperCase === "PATH" ? toSafeSearchPath(value, process.platform) : value;
  }
  for (const [name, value] of Object.entries(env)) {
    checkVariable(name, value);
    if (value === undefined) delete result[name];
    else result[name] = value;
  }
  delete result[GUARD_VARIABLE];
  result[MARK_VARIABLE] = toMark(serial, process.env[MARK_VARIABLE]);
  return result;
}

/**
 * Our own environment without the variables that are never inherited, for a program that is started without the guard.
 */
export function inheritedEnvironment(env: Environment = {}, baseEnv: Environment = process.env): Environment {
  const kept = Object.entries(baseEnv).filter(([name]) => !ours.some((pieces) => matches(name.toUpperCase(), pieces)));
  return { ...Object.fromEntries(kept), ...env };
}

function checkVariable(name: string, value: string | undefined): void {
  if (name !== "" && !/[=\0]/.test(name) && value?.includes("\0") !== true) return;
  const message = `The environment variable ${JSON.stringify(name)} cannot be passed on: its name is empty or contains "=", or it contains a NUL`;
  throw new ParleyError({ code: "usage", message });
}

type Pieces = readonly string[];

const ours = [...SECRET_NAMES, ...EDITOR_NAMES].map(toPieces);

function toPieces(pattern: string): Pieces {
  return pattern.toUpperCase().split("*");
}

/** Matches piece by piece from the left, so that every pattern takes a single pass. */
function matches(name: string, pieces: Pieces): boolean {
  const first = pieces[0] ?? "";
  if (!name.startsWith(first)) return false;
  if (pieces.length === 1) return name.length === first.length;
  let at = first.length;
  for (let index = 1; index < pieces.length - 1; index += 1) {
    const piece = pieces[index] ?? "";
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  const last = pieces.at(-1) ?? "";
  return name.length - last.length >= at && name.endsWith(last);
}
