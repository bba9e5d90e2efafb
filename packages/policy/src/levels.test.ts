import { describe, expect, it } from "vitest";
import { DANGEROUS, IGNORED, NOTABLE, OUTSIDE, SENSITIVE } from "./concerns.ts";
import { decideByLevel, type Effect } from "./levels.ts";

const LEVELS = ["supervised", "auto", "bypass"] as const;

describe("approval levels", () => {
  it.each<[Effect, ...string[]]>([
    ["nothing", "allow", "allow", "allow"],
    ["read", "allow", "allow", "allow"],
    ["write", "ask", "allow", "allow"],
    ["move", "ask", "allow", "allow"],
    ["delete", "ask", "ask", "allow"],
    ["harmless-command", "ask", "allow", "allow"],
    ["command", "ask", "ask", "allow"],
    ["fetch", "ask", "ask", "allow"],
    ["tool", "ask", "ask", "allow"],
    ["unseen", "ask", "ask", "ask"],
  ])("%s: %s when supervised, %s on auto, %s on bypass", (effect, ...verdicts) => {
    expect(LEVELS.map((level) => decideByLevel(level, effect, 0))).toEqual(verdicts);
    expect(decideByLevel("autopilot", effect, 0)).toBe(verdicts[2]);
  });

  it("ask about every concern; bypass only about the grave ones", () => {
    for (const concern of [SENSITIVE, DANGEROUS, OUTSIDE]) {
      for (const level of LEVELS) expect(decideByLevel(level, "read", concern)).toBe("ask");
    }
    for (const concern of [NOTABLE, IGNORED, NOTABLE | IGNORED]) {
      expect(LEVELS.map((level) => decideByLevel(level, "read", concern))).toEqual(["ask", "ask", "allow"]);
    }
    expect(decideByLevel("bypass", "read", NOTABLE | OUTSIDE)).toBe("ask");
  });
});
