// A person for tests, who answers as told and says no to the rest.
import type { CreateElicitationResponse, PermissionOption } from "@parley/acp";
import type { Ask, ElicitationQuestion, PermissionQuestion, PermissionReply } from "../ask.ts";

type Answer = PermissionReply | ((question: PermissionQuestion, signal: AbortSignal) => Promise<PermissionReply>);
type Filled =
  | CreateElicitationResponse
  | ((question: ElicitationQuestion, signal: AbortSignal) => Promise<CreateElicitationResponse>);

/** Answers in the order in which they were given, then rejects everything. */
export class TestPerson implements Ask {
  readonly questions: PermissionQuestion[] = [];
  readonly forms: ElicitationQuestion[] = [];
  readonly completed: string[] = [];
  #answers: Answer[] = [];
  #filled: Filled[] = [];

  will(...answers: readonly Answer[]): void {
    this.#answers.push(...answers);
  }

  /** By the kind of an option, the first that has it. */
  willChoose(kind: PermissionOption["kind"], more: Omit<PermissionReply, "outcome"> = {}): void {
    this.will(({ options }) => {
      const optionId = options.find((option) => option.kind === kind)?.optionId ?? "";
      return Promise.resolve({ outcome: { outcome: "selected", optionId }, ...more });
    });
  }

  /** What was to be answered and was not asked. */
  forget(): void {
    this.#answers = [];
  }

  willFill(...filled: readonly Filled[]): void {
    this.#filled.push(...filled);
  }

  permission(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionReply> {
    this.questions.push(question);
    const answer = this.#answers.shift();
    if (typeof answer === "function") return answer(question, signal);
    if (answer !== undefined) return Promise.resolve(answer);
    const rejection = question.options.find(({ kind }) => kind.startsWith("reject"));
    if (rejection === undefined) return Promise.resolve({ outcome: { outcome: "cancelled" } });
    return Promise.resolve({ outcome: { outcome: "selected", optionId: rejection.optionId } });
  }

  elicitation(question: ElicitationQuestion, signal: AbortSignal): Promise<CreateElicitationResponse> {
    this.forms.push(question);
    const filled = this.#filled.shift();
    if (typeof filled === "function") return filled(question, signal);
    return Promise.resolve(filled ?? { action: "decline" });
  }

  elicitationCompleted(elicitationId: string): void {
    this.completed.push(elicitationId);
  }
}
