// The programs that a repository's own settings make git run: filters, merge drivers and hooks. Its settings come with
// the folder, so none of these programs is run; those in the user's own settings are.
import { ParleyError } from "@parley/base";
import { GIT_PROGRAM_CHARS_MAX, GIT_PROGRAMS_MAX } from "../limits.ts";
import { parseSettings } from "./listed-settings.ts";

export type GitSetting = readonly [key: string, value: string];

/** Everything that `own` names below is independent of the repository. */
export const SAFE_SETTINGS: readonly GitSetting[] = [
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["submodule.recurse", "false"],
];

const FILTER = /^filter\..*\.(?:clean|smudge|process|required)$/s;
const MERGE_DRIVER = /^merge\..*\.driver$/s;
const HOOK = /^hook\..*\.(?:command|event)$/s;

/** Settings that override them, from the output of `git config --list --show-scope -z`. */
export function withoutOwnPrograms(listed: string): readonly GitSetting[] {
  const users = new Map<string, string>();
  const own = new Set<string>();
  for (const { isOwn, key, value } of parseSettings(listed)) {
    if (!FILTER.test(key) && !MERGE_DRIVER.test(key) && !HOOK.test(key)) continue;
    if (isOwn) own.add(key);
    else users.set(key, value);
  }
  const settings = [...own].flatMap((key) => toOverrides(key, users));
  const chars = settings.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  if (settings.length > GIT_PROGRAMS_MAX || chars > GIT_PROGRAM_CHARS_MAX) {
    const message = "The settings of this repository name too many filters, merge drivers or hooks";
    throw new ParleyError({ code: "usage", message, remedy: { label: "Look at them: git config --local --list" } });
  }
  return settings;
}

function toOverrides(key: string, users: ReadonlyMap<string, string>): readonly GitSetting[] {
  const base = key.slice(0, key.lastIndexOf("."));
  if (HOOK.test(key)) return [[`${base}.enabled`, "false"]];
  // A failing driver leaves a conflict, which is reported; an empty one would count as merged.
  if (MERGE_DRIVER.test(key)) return [[key, users.get(key) ?? "false"]];
  // An empty program means none, and `process` takes precedence over the others.
  const names = ["clean", "smudge", "process", "required"].map((name) => `${base}.${name}`);
  return names.map((name) => [name, users.get(name) ?? (name.endsWith(".required") ? "false" : "")]);
}
