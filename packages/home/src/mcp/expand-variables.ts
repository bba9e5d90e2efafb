// Replaces `${NAME}` and `${NAME:-default}` in the texts of a value, as `.mcp.json` files have them.
import { isObject } from "@parley/base";

export interface Expanded {
  readonly value: unknown;
  /** Variables that are neither set nor have a default; they become empty. */
  readonly missing: readonly string[];
}

export function expandVariables(value: unknown, env: Readonly<Record<string, string | undefined>>): Expanded {
  const missing = new Set<string>();
  const expand = (part: unknown): unknown => {
    if (typeof part === "string") return part.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, replace);
    if (Array.isArray(part)) return part.map(expand);
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, one]) => [key, expand(one)])) : part;
  };
  const replace = (_: string, name: string, otherwise: string | undefined): string => {
    const found = env[name] ?? otherwise;
    if (found === undefined) missing.add(name);
    return found ?? "";
  };
  return { value: expand(value), missing: [...missing] };
}
