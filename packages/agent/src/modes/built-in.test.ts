import { describe, expect, it } from "vitest";
import { BUILT_IN_MODES, DEFAULT_MODE_IDS } from "./built-in.ts";
import { findGroupErrors, GROUP_NAMES } from "./groups.ts";
import { MODE_NAME_CHARS_MAX, MODE_TEXT_CHARS_MAX } from "../limits.ts";
import { SLOTS } from "./mode.ts";

describe("the modes that Parley brings", () => {
  it("are eight for coding and seven for the assistant, each with an id of its own", () => {
    const ids = (slot: string): string[] => BUILT_IN_MODES.filter((mode) => mode.slot === slot).map(({ id }) => id);
    expect(ids("coding")).toEqual(["pm", "architect", "backend", "frontend", "qa", "security", "sre", "devsecops"]);
    expect(ids("assistant")).toEqual([
      "assistant",
      "specialist",
      "recipe_maker",
      "app_maker",
      "app_iterator",
      "judge",
      "planner",
    ]);
    expect(new Set(BUILT_IN_MODES.map(({ id }) => id)).size).toBe(15);
  });

  it("have a default in each slot that can be chosen", () => {
    for (const slot of SLOTS) {
      const mode = BUILT_IN_MODES.find(({ id }) => id === DEFAULT_MODE_IDS[slot]);
      expect(mode).toMatchObject({ slot, category: "session" });
      expect(mode?.isInternal).toBeUndefined();
    }
  });

  it.each(BUILT_IN_MODES)("$id is complete, and policy understands its groups", (mode) => {
    expect(findGroupErrors(mode)).toEqual([]);
    expect(GROUP_NAMES).toEqual(expect.arrayContaining(mode.groups.map(String)));
    for (const text of [mode.name, mode.description, mode.whenToUse]) expect(text.trim()).not.toBe("");
    expect(mode.name.length).toBeLessThanOrEqual(MODE_NAME_CHARS_MAX);
    expect(mode.description.length + mode.whenToUse.length).toBeLessThanOrEqual(MODE_TEXT_CHARS_MAX);
    expect(mode.instructions.length).toBeGreaterThan(300);
    expect(mode.instructions.length).toBeLessThan(3_000);
  });

  it("are single completions and internal as listed in the table", () => {
    const pick = (isIt: (mode: (typeof BUILT_IN_MODES)[number]) => boolean): string =>
      BUILT_IN_MODES.filter(isIt)
        .map(({ id }) => id)
        .join(" ");
    expect(pick(({ category }) => category === "llm_only")).toBe("app_maker app_iterator judge");
    expect(pick(({ category }) => category === "prompt_only")).toBe("recipe_maker planner");
    expect(pick(({ isInternal }) => isInternal === true)).toBe("recipe_maker judge planner");
    expect(pick(({ isDeprecated }) => isDeprecated === true)).toBe("specialist");
  });
});
