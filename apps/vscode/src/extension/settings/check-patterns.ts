// `acp.permissions.autoAllow` and `autoReject`: patterns in the grammar of rules.
import { parsePatterns } from "@parley/policy";
import { kindOf, type Checked, type Localisation, type SettingProblem } from "./setting-problem.ts";

/** Those that can be read: what a wrong one would have allowed is asked about. */
export function checkPatterns(
  list: "autoAllow" | "autoReject",
  value: unknown,
  l10n: Localisation,
): Checked<readonly string[]> {
  const setting = `acp.permissions.${list}`;
  const problems: SettingProblem[] = [];
  const fail = (message: string): void => void problems.push({ setting, level: "error", message });
  if (value === undefined || value === null) return { value: [], problems };
  if (!Array.isArray(value)) {
    const message = l10n.t('{0} must be a list of patterns such as ["read"], not {1}.', setting, kindOf(value, l10n));
    return { value: [], problems: [{ setting, level: "error", message }] };
  }
  const usable = value.filter((pattern: unknown, index): pattern is string => {
    const entry = `${setting}[${index}]`;
    if (typeof pattern !== "string") {
      fail(l10n.t("{0} must be a string, not {1}.", entry, kindOf(pattern, l10n)));
      return false;
    }
    const parsed = parsePatterns({ [list]: [pattern] });
    if ("value" in parsed) return true;
    const shown = pattern.slice(0, PATTERN_CHARS_MAX);
    fail(l10n.t('{0} "{1}" must be {2}. It has no effect until it is corrected.', entry, shown, parsed.expected));
    return false;
  });
  return { value: [...new Set(usable)], problems };
}

/** What a message repeats of a pattern. */
const PATTERN_CHARS_MAX = 80;
