// Answers permission questions without a user.
import { leavesSandbox, type PermissionOption, type RequestPermissionOutcome, type Known } from "@parley/acp";
import type { Ask, PermissionQuestion, PermissionReply } from "@parley/client";

type Kind = PermissionOption["kind"];

/** Allowing or rejecting once comes first, so that the agent asks again next time. */
const ALLOWING: readonly Kind[] = ["allow_once", "allow_always"];
const REJECTING: readonly Kind[] = ["reject_once", "reject_always"];

export interface AutomaticAsk extends Ask {
  /** Whether there was a question that only a user could have answered. */
  readonly hadUnansweredQuestion: boolean;
}

/** `--approve all` allows every question; calls that a rule denies never become questions. */
export function allowAll(): AutomaticAsk {
  return new Automatic(ALLOWING, "--approve all", false);
}

/** `--approve none` and `--approve rules` reject every question. */
export function rejectAll(approve: "none" | "rules"): AutomaticAsk {
  return new Automatic(REJECTING, `--approve ${approve}`, false);
}

/** `--approve ask` without a terminal rejects every question, because no user can answer. */
export function rejectWithoutTerminal(): AutomaticAsk {
  return new Automatic(REJECTING, "this is not a terminal", true);
}

class Automatic implements AutomaticAsk {
  readonly #kinds: readonly Kind[];
  readonly #reason: string;
  readonly #needsUser: boolean;
  hadUnansweredQuestion = false;

  constructor(kinds: readonly Kind[], reason: string, needsUser: boolean) {
    this.#kinds = kinds;
    this.#reason = reason;
    this.#needsUser = needsUser;
  }

  permission({ options, toolCall }: Pick<PermissionQuestion, "options" | "toolCall">): Promise<PermissionReply> {
    // With a sandbox, `--approve all` covers only what stays inside the sandbox.
    if (leavesSandbox(toolCall)) {
      const reason = "only a person can allow leaving the sandbox";
      return Promise.resolve({ outcome: choose(options, REJECTING), by: "rule", reason });
    }
    if (this.#needsUser) this.hadUnansweredQuestion = true;
    const outcome = choose(options, this.#kinds);
    return Promise.resolve({ outcome, by: "rule", reason: this.#reason });
  }

  /** No user can fill in the form, so the agent gets a cancellation. */
  elicitation(): Promise<{ action: "cancel" }> {
    this.hadUnansweredQuestion = true;
    return Promise.resolve({ action: "cancel" });
  }
}

/** If the agent offers no matching option, the question is cancelled. */
function choose(options: readonly PermissionOption[], kinds: readonly Kind[]): Known<RequestPermissionOutcome> {
  for (const kind of kinds) {
    const option = options.find((candidate) => candidate.kind === kind);
    if (option !== undefined) return { outcome: "selected", optionId: option.optionId };
  }
  return { outcome: "cancelled" };
}
