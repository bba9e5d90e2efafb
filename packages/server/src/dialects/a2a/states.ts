// Converts between the states of turns and tasks.
import { TaskState } from "@a2a-js/sdk";
import { AUTH_REQUIRED } from "@parley/acp";
import type { Turn, TurnState } from "@parley/hub";

export function toTaskState(turn: Pick<Turn, "state" | "stopReason" | "error">): TaskState {
  switch (turn.state) {
    case "created":
      return TaskState.TASK_STATE_SUBMITTED;
    case "in_progress":
    case "cancelling":
      return TaskState.TASK_STATE_WORKING;
    case "awaiting":
      return TaskState.TASK_STATE_INPUT_REQUIRED;
    case "completed":
      return turn.stopReason === "refusal" ? TaskState.TASK_STATE_REJECTED : TaskState.TASK_STATE_COMPLETED;
    case "failed":
      return needsSignIn(turn) ? TaskState.TASK_STATE_AUTH_REQUIRED : TaskState.TASK_STATE_FAILED;
    case "cancelled":
      return TaskState.TASK_STATE_CANCELED;
  }
}

/** The turn states that may correspond to it; undefined for any. Some of these turns may have another task state. */
export function toTurnStates(state: TaskState): readonly TurnState[] | undefined {
  switch (state) {
    case TaskState.TASK_STATE_SUBMITTED:
      return ["created"];
    case TaskState.TASK_STATE_WORKING:
      return ["in_progress", "cancelling"];
    case TaskState.TASK_STATE_INPUT_REQUIRED:
      return ["awaiting"];
    case TaskState.TASK_STATE_COMPLETED:
    case TaskState.TASK_STATE_REJECTED:
      return ["completed"];
    case TaskState.TASK_STATE_FAILED:
    case TaskState.TASK_STATE_AUTH_REQUIRED:
      return ["failed"];
    case TaskState.TASK_STATE_CANCELED:
      return ["cancelled"];
    case TaskState.TASK_STATE_UNSPECIFIED:
    case TaskState.UNRECOGNIZED:
      return undefined;
  }
}

/** The agent requires a sign-in, by its own error code or by ours. */
function needsSignIn({ error }: Pick<Turn, "error">): boolean {
  return error?.code === "sign_in_needed" || error?.code === AUTH_REQUIRED;
}
