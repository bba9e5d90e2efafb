import fc from "fast-check";
import { posix, win32 } from "node:path";
import { describe, expect, it } from "vitest";
import { decide, type PolicyRules } from "../decide.ts";
import type { FileKind, PathFacts, Platform } from "../facts.ts";
import { APPROVAL_LEVELS } from "../levels.ts";
import { createRules } from "../testing/facts.ts";

/** Names that look like the roots, climb, or mean something to a system. */
const name = fc.constantFrom(
  ..."project Project PROJECT project-evil projects proj ect .. . … a b src SRC .env .git proc dev etc extra EXTRA con nul a:b a. ~1 C: \u212A".split(
    " ",
  ),
  "a\nb",
  "",
);
const kinds = fc.constantFrom<FileKind>("file", "directory", "symlink", "device", "fifo", "socket", "missing");
const wide = fc.constantFrom(
  ...[
    {},
    { rules: [{ verdict: "allow", kind: ["read", "write", "delete", "move"], including: ["sensitive", "outside"] }] },
    { rules: [{ verdict: "allow", kind: ["read", "write"], paths: ["**", "*"] }], autoAllow: ["read", "edit"] },
  ].map((raw) => createRules(raw)),
);
const hook = fc.constantFrom(undefined, { verdict: "allow", name: "yes" } as const);

/** The slow and obvious way: compare the segments. */
function isInside(root: string, path: string, isFolded: boolean, separator: RegExp): boolean {
  const cut = (text: string): string[] => (isFolded ? text.toLowerCase() : text).split(separator);
  const rootSegments = cut(root);
  const segments = cut(path);
  return rootSegments.every((segment, index) => segments[index] === segment);
}

/** The requests that were not denied although the path leads outside. */
function findEscapes(facts: PathFacts, separator: RegExp, rules: PolicyRules): string[] {
  const inside = facts.roots.some((root) => isInside(root, facts.real, facts.platform.isCaseInsensitive, separator));
  const climbs = facts.real.split(separator).some((segment) => segment === ".." || segment === ".");
  if (inside && !climbs) return [];
  const decisions = [
    ...(["read", "write", "delete"] as const).map((kind) => decide({ kind, path: facts.requested }, facts, rules)),
    decide({ kind: "move", path: "", to: "" }, { from: facts, to: facts, hook: facts.hook }, rules),
  ];
  return decisions.filter(({ verdict }) => verdict !== "deny").map(({ audit }) => `${audit.kind} ${facts.real}`);
}

describe("no path that leads outside is ever allowed", () => {
  it.each([false, true])("on POSIX, letters folded: %s", (isCaseInsensitive) => {
    const platform: Platform = { style: "posix", isCaseInsensitive };
    const segments = fc.array(name, { maxLength: 6 });
    fc.assert(
      fc.property(
        segments,
        segments,
        kinds,
        wide,
        fc.constantFrom(...APPROVAL_LEVELS),
        hook,
        (asked, led, kind, rules, level, say) => {
          const facts: PathFacts = {
            workspace: "/project",
            roots: ["/project", "/a/extra"],
            platform,
            requested: asked.join("/"),
            real: `/${led.join("/")}`,
            kind,
            hook: say,
          };
          expect(findEscapes(facts, /\//, { ...rules, level })).toEqual([]);
          // As a careless machine would resolve it.
          expect(
            findEscapes({ ...facts, real: posix.resolve("/project", facts.requested) }, /\//, { ...rules, level }),
          ).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("on Windows", () => {
    const platform: Platform = { style: "windows", isCaseInsensitive: true };
    const start = fc.constantFrom("C:\\", "c:/", "D:\\", "\\\\server\\share\\", "\\\\?\\C:\\", "\\", "C:", "");
    const segments = fc.array(name, { maxLength: 6 });
    const glue = fc.constantFrom("\\", "/");
    fc.assert(
      fc.property(
        start,
        segments,
        glue,
        wide,
        fc.constantFrom(...APPROVAL_LEVELS),
        (drive, led, slash, rules, level) => {
          const path = drive + led.join(slash);
          const facts: PathFacts = {
            workspace: "C:\\project",
            roots: ["C:\\project", "\\\\server\\share\\project"],
            platform,
            requested: path,
            real: path,
            kind: "file",
          };
          expect(findEscapes(facts, /[\\/]/, { ...rules, level })).toEqual([]);
          expect(
            findEscapes({ ...facts, real: win32.resolve("C:\\project", path) }, /[\\/]/, { ...rules, level }),
          ).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
