// Reads one field of config.json, and describes an invalid one.
import { ParleyError, isObject } from "@parley/base";
import { guardFiles, readTextWithin } from "@parley/home";
import { parseJson } from "../text/parse-json.ts";
import { CONFIG_BYTES_MAX, SHOWN_VALUE_CHARS_MAX } from "../limits.ts";

/** Undefined if the file or the field does not exist. Rejects with `bad_config` if it is not a JSON object. */
export async function readConfigField(path: string, field: string): Promise<unknown> {
  const text = await guardFiles(`${path} cannot be read`, () => readTextWithin(path, CONFIG_BYTES_MAX));
  if (text === undefined) return undefined;
  const config = parseJson(text);
  if (isObject(config?.value)) return config.value[field];
  const message = config === undefined ? `${path} is not JSON` : `${path} is not a JSON object`;
  throw new ParleyError({ code: "bad_config", message, remedy: { label: "Fix or remove it" } });
}

/** `place`: the field and the position in it. */
export function badSetting(path: string, place: string, value: unknown, expected: string): ParleyError {
  const shown = value === undefined ? "missing" : JSON.stringify(value).slice(0, SHOWN_VALUE_CHARS_MAX);
  return new ParleyError({
    code: "bad_config",
    message: `${path}: ${place} is ${shown}; expected ${expected}`,
    remedy: { label: `Fix ${place} in ${path}` },
  });
}
