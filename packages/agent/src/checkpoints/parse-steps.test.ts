import { describe, expect, it } from "vitest";
import { formatSteps, parseSteps } from "./parse-steps.ts";
import { noSteps, type Steps } from "./steps.ts";

const STEPS: Steps = {
  list: [
    {
      turnId: "t1",
      startedAt: 1,
      endedAt: 2,
      parts: [
        { folder: "/a", before: "x", after: "y", paths: ["ü \n/b"] },
        { folder: "/b", before: "x", after: "y", paths: undefined },
      ],
    },
  ],
  applied: 1,
  running: { turnId: "t2", startedAt: 3, pid: 0, parts: [{ folder: "/a", before: "y" }], included: ["/a/.env"] },
  activities: [{ startedAt: 1, endedAt: 2, folder: "/a", paths: [] }],
};

/** The file with another value in one place. */
function withValue(path: string, value: unknown): string {
  const file: unknown = JSON.parse(formatSteps(STEPS));
  const names = path.split(".");
  const last = names.pop() ?? "";
  const owner = names.reduce((at, name) => (at as Record<string, unknown>)[name], file);
  (owner as Record<string, unknown>)[last] = value;
  return JSON.stringify(file);
}

describe("a file of steps", () => {
  it.each([noSteps, STEPS])("is read as it was written (%#)", (steps) => {
    expect(parseSteps(formatSteps(steps))).toEqual(steps);
  });

  it.each(["", "null", "[]", "{", '"v"'])("is not %j", (text) => {
    expect(parseSteps(text)).toEqual({ wrong: "it is not a JSON object" });
  });

  it.each<[string, unknown, string]>([
    ["v", 2, "its format is 2, not 1"],
    ["v", undefined, "its format is undefined, not 1"],
    ["list", {}, "the field list is invalid"],
    ["list.0", null, "the field list is invalid"],
    ["list.0.turnId", 1, "the field list is invalid"],
    ["list.0.endedAt", null, "the field list is invalid"],
    ["list.0.parts.0.folder", 1, "the field list is invalid"],
    ["list.0.parts.0.after", undefined, "the field list is invalid"],
    ["list.0.parts.0.paths", ["a", 1], "the field list is invalid"],
    ["applied", -1, "the field applied is invalid"],
    ["applied", 2, "the field applied is invalid"],
    ["running", null, "the field running is invalid"],
    ["running.pid", "1", "the field running is invalid"],
    ["running.included", undefined, "the field running is invalid"],
    ["running.parts.0.before", 1, "the field running is invalid"],
    ["activities", undefined, "the field activities is invalid"],
    ["activities.0.startedAt", -1, "the field activities is invalid"],
  ])("is refused as a whole if %s is %j", (path, value, wrong) => {
    expect(parseSteps(withValue(path, value))).toEqual({ wrong });
  });
});
