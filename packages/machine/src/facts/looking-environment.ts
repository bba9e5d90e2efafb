// The environment of a command that ran without a question because it only reads: git runs no hook, no monitor and no pager,
// and no program is found in the session's folders. The repository may have changed since it was checked; these settings have not.
import type { Environment } from "../processes/environment.ts";
import { withoutOpenEntries } from "./planted.ts";

/** Git settings that override those of a repository. */
const SETTINGS = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
] as const;

const FIXED: Environment = {
  // Older versions do not know the next one, and the settings of a repository can name a program to fetch with.
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
};

/** Added to the inherited variables. `further` are more settings of git. */
export function toLookingEnvironment(
  roots: readonly string[],
  inherited: Environment = process.env,
  further: readonly (readonly [key: string, value: string])[] = [],
): Record<string, string> {
  const { PATH, GIT_CONFIG_COUNT = "0" } = inherited;
  const first = /^\d{1,3}$/.test(GIT_CONFIG_COUNT) ? Number(GIT_CONFIG_COUNT) : 0;
  const all = [...SETTINGS, ...further];
  const settings = all.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return {
    ...FIXED,
    ...Object.fromEntries(settings),
    GIT_CONFIG_COUNT: String(first + all.length),
    ...(PATH !== undefined && { PATH: withoutOpenEntries(PATH, roots) }),
  };
}
