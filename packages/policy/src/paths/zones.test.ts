import { expect, it } from "vitest";
import { compileRules } from "../rules/compile.ts";
import { ground } from "../testing/facts.ts";
import { compileChoices } from "../choices/compile-choices.ts";
import { createZones, type Zones } from "./zones.ts";

function zonesOf(raw: object): Zones {
  return createZones({ written: compileRules([{ layer: "machine", raw: { version: 1, ...raw } }]) }, ground);
}

it("has none without rules that deny", () => {
  const rules = [{ verdict: "ask", kind: "read", paths: ["a"] }];
  expect(zonesOf({ rules }).hasAny).toBe(false);
  expect(zonesOf({}).mayBeBelow("/project")).toBe(false);
});

it("distinguishes hidden paths from protected ones", () => {
  const zones = zonesOf({
    zones: { deny: ["infra/**"] },
    rules: [{ verdict: "deny", kind: "write", paths: ["package.json"] }],
  });
  expect(zones.hasAny).toBe(true);
  expect(zones.zoneOf("/project/infra", true)).toBe("hidden");
  expect(zones.zoneOf("/project/infra/a/b", false)).toBe("hidden");
  expect(zones.zoneOf("/project/package.json", false)).toBe("read-only");
  expect(zones.zoneOf("/project/src", true)).toBeUndefined();
  expect(zones.mayBeBelow("/project")).toBe(true);
  expect(zones.zoneOf("/elsewhere/infra", true)).toBeUndefined();
});

it("looks only where a pattern may match", () => {
  const zones = zonesOf({ zones: { deny: ["conf/secret/**"] } });
  expect(zones.mayBeBelow("/project")).toBe(true);
  expect(zones.mayBeBelow("/project/conf")).toBe(true);
  expect(zones.mayBeBelow("/project/src")).toBe(false);
  expect(zonesOf({ zones: { deny: ["**/*.pem"] } }).mayBeBelow("/project/src/deep")).toBe(true);
});

it("hides what is in no zone that is allowed, and keeps the folders on the way to one", () => {
  const zones = zonesOf({ zones: { allow: ["packages/app/**"] } });
  expect(zones.zoneOf("/project", true)).toBeUndefined();
  expect(zones.zoneOf("/project/packages", true)).toBeUndefined();
  expect(zones.zoneOf("/project/packages/app", true)).toBeUndefined();
  expect(zones.zoneOf("/project/packages/app/a.ts", false)).toBeUndefined();
  expect(zones.zoneOf("/project/packages/other", true)).toBe("hidden");
  expect(zones.zoneOf("/project/README.md", false)).toBe("hidden");
});

it("includes paths that a person always rejects", () => {
  const choice = {
    id: "1",
    verdict: "deny",
    holds: { scope: "always" },
    covers: { kind: "path", requests: ["read"], path: "/project/notes", isFolder: true },
    including: [],
  } as const;
  const here = { sessionId: "s", workspace: "/project" };
  const remembered = compileChoices([choice as unknown as Parameters<typeof compileChoices>[0][number]], here);
  const zones = createZones({ written: compileRules([]), remembered }, ground);
  expect(zones.hasAny).toBe(true);
  expect(zones.mayBeBelow("/project")).toBe(true);
  expect(zones.mayBeBelow("/project/src")).toBe(false);
  expect(zones.zoneOf("/project/notes/a", false)).toBe("hidden");
});
