import { describe, expect, it } from "vitest";
import { isLooser, NO_PATTERNS, parsePatterns, type SessionPolicy } from "./session-policy.ts";

const policy = (over: Partial<SessionPolicy> = {}): SessionPolicy => ({ level: "auto", rules: NO_PATTERNS, ...over });

describe("what a session decides by", () => {
  it("is looser with a higher level, one more allowed pattern or one less rejected", () => {
    const rejecting = policy({ rules: { autoAllow: [], autoReject: ["execute(rm *)"] } });
    const allowing = policy({ rules: { autoAllow: ["execute(ls)"], autoReject: [] } });
    expect(isLooser(policy(), policy())).toBe(false);
    expect(isLooser(policy({ level: "bypass" }), policy())).toBe(true);
    expect(isLooser(policy({ level: "supervised" }), policy())).toBe(false);
    expect(isLooser(allowing, policy())).toBe(true);
    expect(isLooser(policy(), allowing)).toBe(false);
    expect(isLooser(rejecting, policy())).toBe(false);
    expect(isLooser(policy(), rejecting)).toBe(true);
  });

  it("explains what is wrong with its patterns", () => {
    expect(parsePatterns({ autoReject: ["execute(rm *)"] })).toEqual({
      value: { autoAllow: [], autoReject: ["execute(rm *)"] },
    });
    expect(parsePatterns([])).toMatchObject({ field: "" });
    expect(parsePatterns({ autoAllow: "execute" })).toMatchObject({ field: "autoAllow", expected: "a list" });
    expect(parsePatterns({ autoAllow: ["execute", 1] })).toMatchObject({ field: "autoAllow/1" });
    expect(parsePatterns({ allow: [] })).toMatchObject({ field: "allow" });
  });
});
