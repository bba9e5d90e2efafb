import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Choice } from "./choices/choice.ts";
import { compileChoices } from "./choices/compile-choices.ts";
import { decide, type PolicyRules } from "./decide.ts";
import { toPermissionAnswer, type Verdict } from "./decision.ts";
import type { HookAnswer } from "./facts.ts";
import { createGrant } from "./grants.ts";
import { APPROVAL_LEVELS, type ApprovalLevel } from "./levels.ts";
import { compileMode } from "./modes.ts";
import { compileRules } from "./rules/compile.ts";
import { createPath, createRules } from "./testing/facts.ts";

interface Says {
  readonly denyRule: boolean;
  readonly mode: "none" | "permits" | "forbids";
  readonly hook: Verdict | undefined;
  readonly remembered: "allow" | "deny" | undefined;
  readonly rule: "allow" | "ask" | undefined;
  readonly broken: boolean;
  readonly grant: "person" | "rule" | undefined;
  readonly level: ApprovalLevel;
}

const OPTIONS: { readonly [Name in keyof Says]: readonly Says[Name][] } = {
  denyRule: [false, true],
  mode: ["none", "permits", "forbids"],
  hook: [undefined, "allow", "ask", "deny"],
  remembered: [undefined, "allow", "deny"],
  rule: [undefined, "allow", "ask"],
  broken: [false, true],
  grant: [undefined, "person", "rule"],
  level: APPROVAL_LEVELS,
};

/** Every combination there is. */
function combine(): Says[] {
  let all: Partial<Says>[] = [{}];
  for (const [name, values] of Object.entries(OPTIONS)) {
    all = all.flatMap((says) => values.map((value) => ({ ...says, [name]: value })));
  }
  return all as Says[];
}

/** The order of say, as it is written down. */
function expectVerdict(says: Says): [Verdict, source: string] {
  if (says.denyRule) return ["deny", "rule"];
  if (says.mode === "forbids") return ["deny", "mode"];
  const byLevel = says.level === "supervised" ? "ask" : "allow";
  const [said, source]: [Verdict, string] =
    says.hook !== undefined
      ? [says.hook, "hook"]
      : says.remembered !== undefined
        ? [says.remembered, "remembered"]
        : says.rule !== undefined
          ? [says.rule, "rule"]
          : [byLevel, "level"];
  const isHeld = said === "allow" && says.broken;
  const verdict = isHeld ? "ask" : said;
  if (verdict !== "ask") return [verdict, source];
  if (says.grant === "person" || (says.grant === "rule" && !says.broken)) return ["allow", "grant"];
  return [says.level === "autopilot" ? "deny" : "ask", isHeld ? "built-in" : source];
}

const facts = createPath("/project/src/a.ts");
const request = { kind: "write", path: "/project/src/a.ts" } as const;
const here = { sessionId: "s1", workspace: "/project" };

function toRules(says: Says): PolicyRules {
  const written = [
    ...(says.denyRule ? [{ verdict: "deny", kind: "write", paths: "src/**" }] : []),
    ...(says.rule === undefined ? [] : [{ verdict: says.rule, kind: "write", paths: "src/**" }]),
    ...(says.broken ? [{ verdict: "allow", kind: "write", paths: 7 }] : []),
  ];
  const choice: Choice = {
    id: "c1",
    verdict: says.remembered ?? "allow",
    holds: { scope: "always" },
    covers: { kind: "path", requests: ["write"], path: "/project/src/a.ts", isFolder: false },
    including: [],
    madeAtMs: 1,
  };
  const groups = says.mode === "permits" ? ["read", "edit"] : ["read"];
  return createRules(
    { rules: written },
    {
      level: says.level,
      mode: says.mode === "none" ? undefined : compileMode({ name: "m", groups }).mode,
      remembered: says.remembered === undefined ? undefined : compileChoices([choice], here),
      turnId: "t1",
      grants: says.grant === undefined ? [] : [createGrant(request, facts, { turnId: "t1", by: says.grant })],
    },
  );
}

function toHook(verdict: Verdict | undefined): HookAnswer | undefined {
  return verdict === undefined ? undefined : { verdict, name: "h" };
}

describe("the order of say", () => {
  const all = combine();

  it(`is kept in all ${all.length} combinations`, () => {
    const wrong = all.filter((says) => {
      const { verdict, rule } = decide(request, { ...facts, hook: toHook(says.hook) }, toRules(says));
      const [expected, source] = expectVerdict(says);
      return verdict !== expected || rule.source !== source;
    });
    expect(wrong).toEqual([]);
  });

  it("lets a deny rule win over everything, whichever layer it is in", () => {
    const kinds = fc.constantFrom("read", "write", "delete");
    const globs = fc.constantFrom("src/**", "**", "*.ts", "src/a.ts", "a.ts", "src", "**/a.*", "{lib,src}/*");
    const layers = fc.shuffledSubarray(["machine", "session"] as const, { minLength: 2 });
    fc.assert(
      fc.property(kinds, globs, layers, fc.constantFrom(...all), (kind, paths, [first, second], says) => {
        const written = compileRules([
          { layer: first ?? "machine", raw: { rules: [{ verdict: "allow", kind, including: ["sensitive"] }] } },
          { layer: second ?? "session", raw: { rules: [{ verdict: "deny", kind, paths }] } },
        ]);
        const hooked = { ...facts, hook: toHook(says.hook) };
        const { verdict, rule } = decide({ kind, path: "" }, hooked, { ...toRules(says), written });
        expect([verdict, rule.layer]).toEqual(["deny", second]);
      }),
    );
  });

  it("answers permission requests once and never always", () => {
    expect(toPermissionAnswer({ verdict: "allow" })).toBe("allow_once");
    expect(toPermissionAnswer({ verdict: "deny" })).toBe("reject_once");
    expect(toPermissionAnswer({ verdict: "ask" })).toBeUndefined();
  });

  it("takes a person's answer of this turn only", () => {
    const grants = [createGrant(request, facts, { turnId: "t0", by: "person" })];
    expect(decide(request, facts, createRules({}, { level: "supervised", turnId: "t1", grants })).verdict).toBe("ask");
    expect(decide(request, facts, createRules({}, { level: "supervised", grants })).verdict).toBe("ask");
  });
});
