import { describe, expect, it } from "vitest";
import { BUILT_IN_MODES } from "./built-in.ts";
import { defaultModeOf, modesOf, parseModeId, toSessionModeState } from "./choose.ts";
import { createMode } from "./testing/mode-scene.ts";

const choose = (text: string, modes = BUILT_IN_MODES): unknown => {
  const chosen = parseModeId(text, modes, "coding");
  return "mode" in chosen ? chosen.mode.id : "approval" in chosen ? `approval ${chosen.approval}` : chosen.known;
};

describe("modes to choose from", () => {
  it("are those of the slot, the internal ones left out unless one is on", () => {
    const ids = (currentId?: string): string[] => modesOf(BUILT_IN_MODES, "assistant", currentId).map(({ id }) => id);
    expect(ids()).toEqual(["assistant", "specialist", "app_maker", "app_iterator"]);
    expect(ids("judge")).toEqual(["assistant", "specialist", "app_maker", "app_iterator", "judge"]);
    expect(toSessionModeState(BUILT_IN_MODES, "coding", "qa")).toMatchObject({
      currentModeId: "qa",
      availableModes: expect.arrayContaining([{ id: "qa", name: "QA engineer", description: expect.any(String) }]),
    });
  });

  it("begin with the default, or the first if somebody has taken that away", () => {
    expect(defaultModeOf(BUILT_IN_MODES, "coding")?.id).toBe("backend");
    expect(defaultModeOf(BUILT_IN_MODES, "assistant")?.id).toBe("assistant");
    const other = createMode([], { id: "other", slot: "assistant" });
    const hidden = createMode([], { id: "hidden", slot: "assistant", isInternal: true });
    expect(defaultModeOf([hidden, other], "assistant")).toBe(other);
    expect(defaultModeOf([other], "coding")).toBeUndefined();
  });

  it.each<[text: string, chosen: unknown]>([
    ["qa", "qa"],
    ["QA", "qa"],
    [" Backend engineer ", "backend"],
    ["recipe-maker", "recipe_maker"],
    ["Recipe maker", "recipe_maker"],
    ["planner", "planner"],
    ["auto", "approval auto"],
    ["Bypass", "approval bypass"],
    ["supervised", "approval supervised"],
    ["autopilot", "approval autopilot"],
    ["", expect.arrayContaining(["backend", "auto"])],
    ["_-", expect.arrayContaining(["backend", "auto"])],
    [
      "yolo",
      [
        "pm",
        "architect",
        "backend",
        "frontend",
        "qa",
        "security",
        "sre",
        "devsecops",
        "supervised",
        "auto",
        "bypass",
        "autopilot",
      ],
    ],
  ])("%j means %j", (text, chosen) => {
    expect(choose(text)).toEqual(chosen);
  });

  it("mean the exact id before a likeness, and the slot at hand before another", () => {
    const modes = [
      createMode([], { id: "a-b", slot: "assistant", name: "other" }),
      createMode([], { id: "a_b", slot: "coding" }),
      createMode([], { id: "x", slot: "assistant" }),
      createMode([], { id: "X", slot: "coding", name: "twin" }),
    ];
    expect([choose("a-b", modes), choose("A B", modes), choose("x", modes)]).toEqual(["a-b", "a_b", "x"]);
  });
});
