// Errors for invalid settings: they name the file, the field, its value and what was expected.
import { ParleyError } from "@parley/base";
import { SHOWN_VALUE_CHARS_MAX } from "../limits.ts";

/** `place`: the field and the position in it. */
export function badSetting(path: string, place: string, value: unknown, expected: string): ParleyError {
  const shown = value === undefined ? "missing" : JSON.stringify(value).slice(0, SHOWN_VALUE_CHARS_MAX);
  return new ParleyError({
    code: "bad_config",
    message: `${path}: ${place} is ${shown}; expected ${expected}`,
    remedy: { label: `Fix ${place} in ${path}` },
  });
}
