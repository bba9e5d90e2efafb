import { isUnknown, type SessionConfigOption, type SessionEvent } from "@parley/acp";
import { APPROVAL_LEVELS } from "@parley/policy";
import { describe, expect, it } from "vitest";
import { offersApproval, showApproval, withApproval } from "./approval-option.ts";

type Select = Extract<SessionConfigOption, { type: "select" }>;

const select = (id: string, currentValue: string, ...values: readonly string[]): Select => ({
  id,
  name: id,
  type: "select",
  currentValue,
  options: values.map((value) => ({ value, name: value })),
});
const MODEL = select("model", "m1", "m1", "m2");
const OTHERS = select("approval", "never", "never", "auto");
const OURS = { ...select("approval", "supervised", ...APPROVAL_LEVELS), name: "From our agent" };

const idsOf = (options: readonly SessionConfigOption[]): unknown[] =>
  options.map((option) => (isUnknown(option) ? undefined : option.id));
const levelIn = (options: readonly SessionConfigOption[]): unknown =>
  options.find((option): option is Select => !isUnknown(option) && option.id === "approval")?.currentValue;

describe("the level of a session among an agent's options", () => {
  it("is added at the end if the agent has none", () => {
    const options = withApproval([MODEL], "auto");
    expect(idsOf(options)).toEqual(["model", "approval"]);
    expect(levelIn(options)).toBe("auto");
    expect((options[1] as Select).options.map((one) => "value" in one && one.value)).toEqual([...APPROVAL_LEVELS]);
    expect(withApproval([], "bypass")).toHaveLength(1);
  });

  it("is put into the option of our own agent, which keeps its place and its words", () => {
    const options = withApproval([OURS, MODEL], "autopilot");
    expect(options).toEqual([{ ...OURS, currentValue: "autopilot" }, MODEL]);
    expect(OURS.currentValue).toBe("supervised");
    expect(offersApproval([MODEL, OURS])).toBe(true);
  });

  it("leaves another agent's option of the same name alone", () => {
    expect(withApproval([OTHERS, MODEL], "auto")).toEqual([OTHERS, MODEL]);
    expect(offersApproval([MODEL, OTHERS])).toBe(false);
    expect(offersApproval([])).toBe(true);
  });
});

describe("an event", () => {
  it("that lists options shows the level", () => {
    const config = showApproval({ type: "config", configOptions: [MODEL] } as unknown as SessionEvent, "auto");
    expect(config).toMatchObject({ configOptions: [MODEL, { id: "approval", currentValue: "auto" }] });
    const update = { sessionUpdate: "config_option_update", configOptions: [OURS] };
    expect(showApproval({ type: "update", update } as unknown as SessionEvent, "bypass")).toMatchObject({
      update: { configOptions: [{ currentValue: "bypass" }] },
    });
  });

  it("of another kind stays as it is", () => {
    const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x" } };
    for (const event of [
      { type: "stop", stopReason: "end_turn" },
      { type: "update", update },
    ]) {
      expect(showApproval(event as unknown as SessionEvent, "auto")).toBe(event);
    }
  });
});
