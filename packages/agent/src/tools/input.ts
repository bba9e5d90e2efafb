// The accepted input of a tool: its own field names, and the spellings that models know from other tools.
import { isObject } from "@parley/base";
import { z } from "zod";

/** Other names for a field, in order of precedence. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** Camel case is always another name. */
export const PATH_ALIASES: Aliases = { path: ["file_path", "filepath", "file", "filename", "target_file"] };

/** Its JSON Schema has only the proper names; `null` counts as missing. */
export function defineInput<Shape extends z.ZodRawShape>(
  shape: Shape,
  aliases: Aliases = {},
): z.ZodType<z.output<z.ZodObject<Shape>>> {
  const object = z.object(shape);
  const spellings = new Map<string, string>();
  for (const name of Object.keys(shape)) {
    for (const spelling of [...(aliases[name] ?? []), toCamelCase(name)]) {
      for (const each of [spelling, toCamelCase(spelling)]) if (!(each in shape)) spellings.set(each, name);
    }
  }
  return z.preprocess((raw) => respell(raw, spellings), object);
}

function respell(raw: unknown, spellings: ReadonlyMap<string, string>): unknown {
  if (!isObject(raw)) return raw;
  const given = Object.entries(raw).filter(([, value]) => value !== null);
  const result: Record<string, unknown> = Object.fromEntries(given.filter(([name]) => !spellings.has(name)));
  for (const [spelling, name] of spellings) {
    const found = given.find(([key]) => key === spelling);
    if (found !== undefined && !(name in result)) result[name] = found[1];
  }
  return result;
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
