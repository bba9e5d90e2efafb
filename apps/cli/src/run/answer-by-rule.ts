// Answers to permission questions when no person gives them.
import { leavesSandbox, type PermissionOption, type RequestPermissionOutcome, type Known } from "@parley/acp";
import type { Ask, PermissionQuestion, PermissionReply } from "@parley/client";

type Kind = PermissionOption["kind"];

/** Once is enough: the next time is decided anew. */
const ALLOWING: readonly Kind[] = ["allow_once", "allow_always"];
const REJECTING: readonly Kind[] = ["reject_once", "reject_always"];

export interface AutomaticAsk extends Ask {
  /** Something had to be asked that only a person could have answered. */
  readonly hadNobody: boolean;
}

/** `--approve all`: what would be asked is allowed; what a rule denies never comes here. */
export function allowAll(): AutomaticAsk {
  return new Automatic(ALLOWING, "--approve all", false);
}

/** `--approve none` and `rules`: what would be asked is rejected, as it was told. */
export function rejectAll(approve: "none" | "rules"): AutomaticAsk {
  return new Automatic(REJECTING, `--approve ${approve}`, false);
}

/** `--approve ask` without a terminal: rejected because nobody is there. */
export function nobodyToAsk(): AutomaticAsk {
  return new Automatic(REJECTING, "this is not a terminal", true);
}

class Automatic implements AutomaticAsk {
  readonly #kinds: readonly Kind[];
  readonly #reason: string;
  readonly #isForPerson: boolean;
  hadNobody = false;

  constructor(kinds: readonly Kind[], reason: string, isForPerson: boolean) {
    this.#kinds = kinds;
    this.#reason = reason;
    this.#isForPerson = isForPerson;
  }

  permission({ options, toolCall }: Pick<PermissionQuestion, "options" | "toolCall">): Promise<PermissionReply> {
    // Whoever asks for a sandbox and allows everything means everything in the sandbox.
    if (leavesSandbox(toolCall)) {
      const reason = "only a person can allow leaving the sandbox";
      return Promise.resolve({ outcome: choose(options, REJECTING), by: "rule", reason });
    }
    if (this.#isForPerson) this.hadNobody = true;
    const outcome = choose(options, this.#kinds);
    return Promise.resolve({ outcome, by: "rule", reason: this.#reason });
  }

  /** What was to be filled in, nobody can: the agent is told that there is no answer. */
  elicitation(): Promise<{ action: "cancel" }> {
    this.hadNobody = true;
    return Promise.resolve({ action: "cancel" });
  }
}

/** An agent that offers no such option is told that the question was given up. */
function choose(options: readonly PermissionOption[], kinds: readonly Kind[]): Known<RequestPermissionOutcome> {
  for (const kind of kinds) {
    const option = options.find((candidate) => candidate.kind === kind);
    if (option !== undefined) return { outcome: "selected", optionId: option.optionId };
  }
  return { outcome: "cancelled" };
}
