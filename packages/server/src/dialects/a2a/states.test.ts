// States of turns and of tasks.
import { TaskState } from "@a2a-js/sdk";
import { AUTH_REQUIRED } from "@parley/acp";
import { TURN_STATES, type Turn } from "@parley/hub";
import { describe, expect, it } from "vitest";
import { toTaskState, toTurnStates } from "./states.ts";

type Stand = Pick<Turn, "state" | "stopReason" | "error">;

const STANDS: readonly (readonly [Stand, keyof typeof TaskState])[] = [
  [{ state: "created" }, "TASK_STATE_SUBMITTED"],
  [{ state: "in_progress" }, "TASK_STATE_WORKING"],
  [{ state: "cancelling" }, "TASK_STATE_WORKING"],
  [{ state: "awaiting" }, "TASK_STATE_INPUT_REQUIRED"],
  [{ state: "completed", stopReason: "end_turn" }, "TASK_STATE_COMPLETED"],
  [{ state: "completed", stopReason: "max_tokens" }, "TASK_STATE_COMPLETED"],
  [{ state: "completed", stopReason: "refusal" }, "TASK_STATE_REJECTED"],
  [{ state: "failed", error: { code: "agent_crashed", message: "" } }, "TASK_STATE_FAILED"],
  [{ state: "failed", error: { code: "sign_in_needed", message: "" } }, "TASK_STATE_AUTH_REQUIRED"],
  [{ state: "failed", error: { code: AUTH_REQUIRED, message: "" } }, "TASK_STATE_AUTH_REQUIRED"],
  [{ state: "cancelled", stopReason: "cancelled" }, "TASK_STATE_CANCELED"],
];

describe("a turn", () => {
  it.each(STANDS)("%j is the task %s, and is found by it", (turn, name) => {
    expect(toTaskState(turn)).toBe(TaskState[name]);
    expect(toTurnStates(TaskState[name])).toContain(turn.state);
  });

  it("in any state is in the table above", () => {
    expect(new Set(STANDS.map(([{ state }]) => state))).toEqual(new Set(TURN_STATES));
  });
});
