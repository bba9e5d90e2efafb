import { describe, expect, it } from "vitest";
import { GIT_PROGRAM_CHARS_MAX, GIT_PROGRAMS_MAX } from "../limits.ts";
import { withoutOwnPrograms } from "./own-programs.ts";

/** As git lists them: the scope, the key, the value. */
const list = (...settings: readonly (readonly [scope: string, key: string, value?: string])[]): string =>
  settings.map(([scope, key, value]) => `${scope}\0${value === undefined ? key : `${key}\n${value}`}\0`).join("");

const FILTER_OFF = [
  ["filter.x.clean", ""],
  ["filter.x.smudge", ""],
  ["filter.x.process", ""],
  ["filter.x.required", "false"],
];

describe("the programs of a repository", () => {
  it.each(["filter.x.clean", "filter.x.smudge", "filter.x.process", "filter.x.required"])(
    "are off, all of a filter's: %s",
    (key) => {
      expect(withoutOwnPrograms(list(["local", key, "evil"]))).toEqual(FILTER_OFF);
      expect(withoutOwnPrograms(list(["worktree", key]))).toEqual(FILTER_OFF);
    },
  );

  it("are off if they are merge drivers or hooks", () => {
    const listed = list(
      ["local", "merge.x.driver", "evil"],
      ["local", "hook.y.command", "evil"],
      ["local", "hook.z.event", "pre-commit"],
    );
    expect(withoutOwnPrograms(listed)).toEqual([
      ["merge.x.driver", "false"],
      ["hook.y.enabled", "false"],
      ["hook.z.enabled", "false"],
    ]);
  });

  it("give way to the user's own, which stay", () => {
    const listed = list(
      ["global", "filter.lfs.clean", "git-lfs clean"],
      ["system", "filter.lfs.required", "true"],
      ["global", "merge.x.driver", "own"],
      ["local", "filter.lfs.clean", "evil"],
      ["local", "merge.x.driver", "evil"],
    );
    expect(withoutOwnPrograms(listed)).toEqual([
      ["filter.lfs.clean", "git-lfs clean"],
      ["filter.lfs.smudge", ""],
      ["filter.lfs.process", ""],
      ["filter.lfs.required", "true"],
      ["merge.x.driver", "own"],
    ]);
    expect(withoutOwnPrograms(list(["global", "filter.lfs.clean", "git-lfs clean"]))).toEqual([]);
  });

  it("are found under strange names", () => {
    for (const key of ["merge.a.driver.b = c.driver", "merge..driver", "merge.ü \t.driver"]) {
      expect(withoutOwnPrograms(list(["local", key, "evil\nand more"]))).toEqual([[key, "false"]]);
    }
  });

  it("are not looked for in other settings", () => {
    expect(withoutOwnPrograms("")).toEqual([]);
    expect(withoutOwnPrograms(list(["local", "user.name", "merge.x.driver"], ["local", "merge.tool"]))).toEqual([]);
  });

  it("are limited", () => {
    const many = Array.from({ length: GIT_PROGRAMS_MAX + 1 }, (_, at) => ["local", `merge.${at}.driver`, "x"] as const);
    expect(withoutOwnPrograms(list(...many.slice(1)))).toHaveLength(GIT_PROGRAMS_MAX);
    const long = ["local", `merge.${"x".repeat(GIT_PROGRAM_CHARS_MAX)}.driver`, "x"] as const;
    for (const listed of [list(...many), list(long)]) {
      expect(() => withoutOwnPrograms(listed)).toThrow(expect.objectContaining({ code: "usage" }));
    }
  });
});
