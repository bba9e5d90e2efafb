// A person's config.json: one field of it, and what is said of one that does not fit.
import { ParleyError, isObject } from "@parley/base";
import { guardFiles, readTextWithin } from "@parley/home";
import { parseJson } from "../text/parse-json.ts";
import { CONFIG_BYTES_MAX, SHOWN_VALUE_CHARS_MAX } from "./limits.ts";

/** Undefined if there is no such file, or no such field in it. Rejects with `bad_config` if it is no JSON object. */
export async function readConfigField(path: string, field: string): Promise<unknown> {
  const text = await guardFiles(`${path} cannot be read`, () => readTextWithin(path, CONFIG_BYTES_MAX));
  if (text === undefined) return undefined;
  const config = parseJson(text);
  if (isObject(config?.value)) return config.value[field];
  const message = config === undefined ? `${path} is not JSON` : `${path} is no JSON object`;
  throw new ParleyError({ code: "bad_config", message, remedy: { label: "Correct it, or remove it" } });
}

/** `place`: the field, and where in it. */
export function badSetting(path: string, place: string, value: unknown, expected: string): ParleyError {
  const shown = value === undefined ? "missing" : JSON.stringify(value).slice(0, SHOWN_VALUE_CHARS_MAX);
  return new ParleyError({
    code: "bad_config",
    message: `${path}: ${place} is ${shown}; expected ${expected}`,
    remedy: { label: `Correct ${place} in ${path}` },
  });
}
