import { ErrorCodes } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { BUILT_IN_MODES } from "../modes/built-in.ts";
import { modeChange, toChange, toConfigOptions, toModeState, type Choices } from "./config-options.ts";

const choices: Choices = {
  settings: { slot: "coding", modeId: "backend", modelId: "openai/unlisted", approval: "auto", thinking: "low" },
  modes: BUILT_IN_MODES,
  models: [{ id: "offline/script", name: "Script", contextTokens: 1_000_000, takesImages: false, thinks: true }],
};

describe("the options of a session", () => {
  it("are selects whose current value is always among what is offered", () => {
    for (const option of toConfigOptions(choices)) {
      expect(option.type).toBe("select");
      const values = (option as unknown as { options: { value: string }[] }).options.map(({ value }) => value);
      expect(values).toContain(option.currentValue);
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it("have the modes of the slot alone", () => {
    const { availableModes, currentModeId } = toModeState(choices);
    expect(currentModeId).toBe("backend");
    expect(availableModes.map(({ id }) => id)).not.toContain("judge");
  });

  it("change what was chosen, and nothing else", () => {
    expect(toChange("approval", "bypass", choices)).toEqual({ approval: "bypass" });
    expect(toChange("thinking", "high", choices)).toEqual({ thinking: "high" });
    expect(toChange("model", "anthropic/whatever", choices)).toEqual({ modelId: "anthropic/whatever" });
    expect(toChange("mode", "qa", choices)).toEqual({ modeId: "qa", slot: "coding" });
  });

  it("go to another slot with its first mode, and stay where they are otherwise", () => {
    expect(toChange("slot", "assistant", choices)).toEqual({ slot: "assistant", modeId: "assistant" });
    expect(toChange("slot", "coding", choices)).toEqual({});
    expect(toChange("mode", "planner", choices)).toEqual({ modeId: "planner", slot: "assistant" });
  });

  it.each(["supervised", "auto", "bypass", "autopilot"])("know %s as a mode, which is the approval", (level) => {
    expect(modeChange(level, choices)).toEqual({ approval: level });
  });

  it.each([
    ["colour", "red", "approval"],
    ["approval", "never", "supervised"],
    ["approval", 7, "approval"],
    ["thinking", "", "medium"],
    ["slot", "kitchen", "assistant"],
    ["mode", "chef", "backend"],
  ])("refuse %s = %j, and say what there is", (id, value, named) => {
    expect(() => toChange(id, value, choices)).toThrow(
      expect.objectContaining({ code: ErrorCodes.invalidParams, message: expect.stringContaining(named) as string }),
    );
  });
});
