// Checks of agent fields that come from the registry or a file, so that a name stays a name when it becomes part of a path.
import { isObject } from "@parley/base";
import { ARG_CHARS_MAX, ARGS_MAX, ID_CHARS_MAX, VARIABLES_MAX, VERSION_CHARS_MAX } from "./limits.ts";

/** Names that Windows reserves for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Also a valid folder name on every system. */
export function isSafeId(id: string): boolean {
  return /^[a-z][a-z0-9-]*$/.test(id) && id.length <= ID_CHARS_MAX && !DEVICE.test(id);
}

/** Also a valid folder name on every system: no separators, no dot at either end. */
export function isSafeVersion(version: string): boolean {
  return (
    /^[0-9A-Za-z]([0-9A-Za-z.+_-]*[0-9A-Za-z+_-])?$/.test(version) &&
    version.length <= VERSION_CHARS_MAX &&
    !DEVICE.test(version)
  );
}

/** A path that stays in the folder it is relative to, on every system. */
export function isWithin(path: string): boolean {
  if (path === "" || path.includes("\0") || /^([/\\]|[A-Za-z]:)/.test(path)) return false;
  return !path.split(/[/\\]/).includes("..");
}

/** Whether it can be an argument or the value of a variable. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= ARG_CHARS_MAX && !value.includes("\0");
}

/** Undefined if it does not fit. */
export function parseArgs(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) && value.length <= ARGS_MAX && value.every(isText) ? value : undefined;
}

/** Undefined if it does not fit. */
export function parseVariables(value: unknown): Readonly<Record<string, string>> | undefined {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const fits = entries.every(([name, text]) => /^[A-Za-z_]\w*$/.test(name) && isText(text));
  return fits && entries.length <= VARIABLES_MAX ? (value as Readonly<Record<string, string>>) : undefined;
}
