// Checks of fields that several settings have: texts, lists of texts and maps of texts.
import { isObject } from "@parley/base";
import { kindOf, type Localisation } from "./setting-problem.ts";

/** Collects what is wrong with one entry. */
export interface EntryCheck {
  readonly entry: string;
  readonly l10n: Localisation;
  readonly fail: (message: string) => void;
}

/** Undefined, and a problem, if it is required and missing or is not a string. */
export function checkText(check: EntryCheck, field: string, value: unknown, isRequired: boolean): string | undefined {
  const { entry, l10n, fail } = check;
  if (typeof value === "string" && (value.trim() !== "" || !isRequired)) return value.trim();
  if (value === undefined || value === "") {
    if (isRequired) fail(l10n.t("{0}: {1} is missing. Add it, or remove the entry.", entry, field));
  } else fail(l10n.t("{0}: {1} must be a string, not {2}.", entry, field, kindOf(value, l10n)));
  return undefined;
}

export function checkTexts(check: EntryCheck, field: string, value: unknown): readonly string[] | undefined {
  const { entry, l10n, fail } = check;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    fail(l10n.t('{0}: {1} must be a list of texts such as ["acp"], not {2}.', entry, field, kindOf(value, l10n)));
    return undefined;
  }
  const wrong = value.findIndex((one) => typeof one !== "string");
  if (wrong === -1) return value as readonly string[];
  const kind = kindOf(value[wrong], l10n);
  fail(l10n.t("{0}: {1}[{2}] must be a string, not {3}. Put it in quotes.", entry, field, wrong, kind));
  return undefined;
}

/** null empties a variable that the server has itself. */
export function checkTextMap(
  check: EntryCheck,
  field: string,
  value: unknown,
): Readonly<Record<string, string>> | undefined {
  const { entry, l10n, fail } = check;
  if (value === undefined || value === null) return {};
  if (!isObject(value)) {
    fail(l10n.t('{0}: {1} must be an object such as {"NAME": "value"}, not {2}.', entry, field, kindOf(value, l10n)));
    return undefined;
  }
  const found: Record<string, string> = {};
  for (const [name, one] of Object.entries(value)) {
    if (typeof one === "string") found[name] = one;
    else if (one === null) found[name] = "";
    else {
      const kind = kindOf(one, l10n);
      fail(l10n.t("{0}: {1}.{2} must be a string, not {3}. Put it in quotes.", entry, field, name, kind));
      return undefined;
    }
  }
  return found;
}
