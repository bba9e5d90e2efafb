// The variables for a command that nobody was asked about because it only looks: git runs no hook, no monitor and no pager for it,
// and no program is found in the folders of the session. What was looked at may have changed since; this has not.
import type { Environment } from "../processes/environment.ts";
import { withoutOpenEntries } from "./planted.ts";

/** Settings of git that come before those of a repository. */
const SETTINGS = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
] as const;

const FIXED: Environment = {
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
};

/** Beside what is inherited. */
export function toLookingEnvironment(
  roots: readonly string[],
  inherited: Environment = process.env,
): Record<string, string> {
  const { PATH, GIT_CONFIG_COUNT = "0" } = inherited;
  const first = /^\d{1,3}$/.test(GIT_CONFIG_COUNT) ? Number(GIT_CONFIG_COUNT) : 0;
  const settings = SETTINGS.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return {
    ...FIXED,
    ...Object.fromEntries(settings),
    GIT_CONFIG_COUNT: String(first + SETTINGS.length),
    ...(PATH !== undefined && { PATH: withoutOpenEntries(PATH, roots) }),
  };
}
