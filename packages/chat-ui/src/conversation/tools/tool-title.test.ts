import { expect, it } from "vitest";
import { TITLE_CHARS_MAX } from "../../limits.ts";
import { toToolTitle } from "./tool-title.ts";

const item = { name: null, kind: "read", status: "completed", locations: [] } as const;
const at = (path: string, line?: number) => ({ path, line });

it("sets the path apart, relative to the session's folder", () => {
  const title = toToolTitle({ ...item, title: "Read src/a.ts", locations: [at("/code/src/a.ts", 4)] }, "/code");
  expect(title).toEqual({ name: "Read src/a.ts", before: "Read ", code: "src/a.ts:4", after: "" });
});

it("adds the path to a title that does not name it", () => {
  const locations = [at("/code/src/a.ts"), at("/other/b.ts")];
  expect(toToolTitle({ ...item, title: "Look around", locations }, "/code")).toMatchObject({
    before: "Look around ",
    code: "src/a.ts",
    after: " and 1 more",
  });
});

it("shows a command as code", () => {
  expect(toToolTitle({ ...item, title: "`npm test`", kind: "execute" }, undefined)).toMatchObject({
    name: "npm test",
    before: "Ran ",
    code: "npm test",
  });
});

it("spells out what reorders the text, and is bounded", () => {
  expect(toToolTitle({ ...item, title: "rm \u202egpj.sh" }, undefined).name).toBe("rm <U+202E>gpj.sh");
  expect(toToolTitle({ ...item, title: "x".repeat(1_000_000) }, undefined).name.length).toBe(TITLE_CHARS_MAX);
});
