// Replaces `${NAME}` and `${NAME:-default}` in the texts of a value, as `.mcp.json` files have them.
import { isObject, ParleyError } from "@parley/base";
import { EXPANDED_CHARS_MAX } from "../limits.ts";

export interface Expanded {
  readonly value: unknown;
  /** Variables that are neither set nor have a default; they become empty. */
  readonly missing: readonly string[];
}

/** Throws `bad_config` if a small file would become a very large one. */
export function expandVariables(value: unknown, env: Readonly<Record<string, string | undefined>>): Expanded {
  const missing = new Set<string>();
  let chars = 0;
  const expand = (part: unknown): unknown => {
    if (typeof part === "string") return part.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, replace);
    if (Array.isArray(part)) return part.map(expand);
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, one]) => [key, expand(one)])) : part;
  };
  const replace = (_: string, name: string, otherwise: string | undefined): string => {
    const found = (Object.hasOwn(env, name) ? env[name] : undefined) ?? otherwise;
    if (found === undefined) missing.add(name);
    chars += found?.length ?? 0;
    if (chars > EXPANDED_CHARS_MAX) throw tooLong();
    return found ?? "";
  };
  return { value: expand(value), missing: [...missing] };
}

function tooLong(): ParleyError {
  const message = `mcpServers: the values of variables exceed ${EXPANDED_CHARS_MAX} characters in total`;
  return new ParleyError({ code: "bad_config", message });
}
