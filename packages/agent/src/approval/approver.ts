// Approves the tool calls of one session: policy, a hook's answer, possibly a second opinion, and then the user.
import type { SessionEventBody, ToolCallUpdate } from "@parley/acp";
import { type Clock, type Log, ParleyError, silentLog, systemClock, untilAborted } from "@parley/base";
import {
  askToLeave,
  considerAll,
  createOwnOptions,
  findVerdict,
  isAllowing,
  type Judged,
  type PersonAnswer,
  proposeAll,
  scopeOfOption,
  strictest,
  type Subject,
} from "@parley/home/judge";
import type { ApprovalLevel, HookAnswer } from "@parley/policy";
import { askClient, type RequestPermission } from "./ask-client.ts";
import { type ApprovalJudge, toSubjects } from "./judged.ts";
import { OPEN_QUESTIONS_MAX, SUBJECTS_MAX } from "../limits.ts";
import { type Place, QuestionQueue } from "./question-queue.ts";
import { type SecondOpinion, SecondOpinionGate } from "./second-opinion.ts";

export interface ApprovalRequest {
  /** Everything the call accesses; the call is allowed only if all of it is. */
  readonly subjects: readonly Subject[];
  /** The call as announced to the client. */
  readonly toolCall: ToolCallUpdate;
  /** The answer of a hook. */
  readonly hook?: HookAnswer | undefined;
  /** Runs outside the sandbox: the user is asked every time, and the answer is not remembered. */
  readonly leavesSandbox?: boolean | undefined;
}

export type ApprovalAnswer =
  | { readonly verdict: "allow" }
  /** `cancelled`: the turn was cancelled, or the question dismissed together with it. */
  | { readonly verdict: "deny"; readonly reason: string; readonly by: "rule" | "person" | "cancelled" };

export interface Approver {
  pass(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}

export interface ApproverOptions {
  readonly judge: ApprovalJudge;
  /** Usually `permissionsThrough(client)`. */
  readonly requestPermission: RequestPermission;
  /** The session id of the client. */
  readonly sessionId: string;
  readonly approval: () => ApprovalLevel;
  /** Used at level `auto`. */
  readonly secondOpinion?: SecondOpinion | undefined;
  readonly secondOpinionMs?: number | undefined;
  /** Shared with other questions to the user of this session. */
  readonly questions?: QuestionQueue | undefined;
  readonly record: (body: SessionEventBody) => void;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

export function createApprover(options: ApproverOptions): Approver {
  return new SessionApprover(options);
}

const ALLOWED: ApprovalAnswer = { verdict: "allow" };
const CANCELLED: ApprovalAnswer = {
  verdict: "deny",
  reason: "It was cancelled before it was approved",
  by: "cancelled",
};

class SessionApprover implements Approver {
  readonly #options: ApproverOptions;
  readonly #judge: ApprovalJudge;
  readonly #secondOpinionGate: SecondOpinionGate;
  readonly #questions: QuestionQueue;
  readonly #clock: Clock;
  readonly #log: Log;
  #open = 0;

  constructor(options: ApproverOptions) {
    this.#options = options;
    this.#judge = options.judge;
    this.#questions = options.questions ?? new QuestionQueue();
    this.#clock = options.clock ?? systemClock;
    this.#log = options.log ?? silentLog;
    this.#secondOpinionGate = new SecondOpinionGate({ ...options, log: this.#log });
  }

  async pass(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    if (signal.aborted) return CANCELLED;
    const subjects = toSubjects(request);
    if (subjects.length > SUBJECTS_MAX) {
      return byRule(
        `It accesses ${subjects.length} files or commands at once, more than the maximum of ${SUBJECTS_MAX}`,
      );
    }
    const place = this.#questions.take();
    try {
      const answer = await this.#answer(request, subjects, place, signal);
      return signal.aborted ? CANCELLED : answer;
    } catch (error) {
      // For example, the folder or the rules cannot be read: a call that cannot be checked is denied.
      if (error instanceof ParleyError) return byRule(`Parley could not check it: ${error.message}`);
      throw error;
    } finally {
      place.leave();
    }
  }

  async #answer(
    request: ApprovalRequest,
    subjects: readonly Subject[],
    place: Place,
    signal: AbortSignal,
  ): Promise<ApprovalAnswer> {
    const judged = this.#orLeaving(request, await considerAll(this.#judge, subjects));
    if (strictest(judged) !== "ask") return this.#settle(judged);
    if (request.leavesSandbox === true || !(await this.#secondOpinionGate.isWanted(request, judged)))
      return this.#askInTurn(request, subjects, place, signal);
    // A second opinion takes a while, and later questions need not wait for it.
    place.leave();
    const vouched = await this.#secondOpinionGate.hear(request, judged, signal);
    if (vouched !== undefined) return this.#settle(vouched);
    const later = this.#questions.take();
    try {
      return await this.#askInTurn(request, subjects, later, signal);
    } finally {
      later.leave();
    }
  }

  /** Records a decision that needs no question. */
  #settle(judged: readonly Judged[]): ApprovalAnswer {
    for (const { decision } of judged) this.#judge.write(decision);
    const [denied] = findVerdict(judged, "deny");
    return denied === undefined ? ALLOWED : byRule(denied.decision.reason);
  }

  async #askInTurn(
    request: ApprovalRequest,
    subjects: readonly Subject[],
    { turn }: Place,
    signal: AbortSignal,
  ): Promise<ApprovalAnswer> {
    if (this.#open >= OPEN_QUESTIONS_MAX)
      return byRule(`${OPEN_QUESTIONS_MAX} questions are already waiting for an answer`);
    this.#open += 1;
    try {
      await untilAborted(turn, signal);
      if (signal.aborted) return CANCELLED;
      // The previous answer may have settled this question too.
      const judged = this.#orLeaving(request, await considerAll(this.#judge, subjects));
      return strictest(judged) === "ask" ? await this.#ask(request, judged, signal) : this.#settle(judged);
    } finally {
      this.#open -= 1;
    }
  }

  #orLeaving({ leavesSandbox }: ApprovalRequest, judged: readonly Judged[]): readonly Judged[] {
    if (leavesSandbox !== true) return judged;
    return judged.map((one) => ({ ...one, decision: askToLeave(one.decision, this.#options.approval()) }));
  }

  async #ask(
    { toolCall, leavesSandbox = false }: ApprovalRequest,
    judged: readonly Judged[],
    signal: AbortSignal,
  ): Promise<ApprovalAnswer> {
    for (const { decision } of judged) this.#judge.write(decision);
    const asking = findVerdict(judged, "ask");
    const proposals = leavesSandbox ? [] : await proposeAll(this.#judge, asking);
    const { toolCallId, title, kind } = toolCall;
    const recorded = { toolCallId, title, kind };
    const question = {
      toolCall,
      recorded,
      options: createOwnOptions(proposals, isReading(asking)),
      meta: toMeta(asking),
    };
    const { requestPermission, sessionId, record } = this.#options;
    const port = { requestPermission, sessionId, record, clock: this.#clock, log: this.#log };
    const answer = await askClient(port, question, signal);
    for (const { decision } of asking) this.#judge.answered(decision, answer);
    const { option, isCancelled } = answer;
    const scope = scopeOfOption(option?.optionId);
    if (scope !== undefined) await this.#judge.remember(proposals, isAllowing(option), scope);
    if (isCancelled) return CANCELLED;
    if (!isAllowing(option)) return rejected(answer);
    // Reads are granted for the turn, because files are read in pages; any other approval covers this call only.
    for (const { subject } of asking) if (subject.request.kind === "read") this.#judge.grant(subject, "person");
    return ALLOWED;
  }
}

function byRule(reason: string): ApprovalAnswer {
  return { verdict: "deny", reason, by: "rule" };
}

/** A denial without an answer of the user (the client cannot ask, or its answer is invalid) is not attributed to the user. */
function rejected({ option, reason }: PersonAnswer): ApprovalAnswer {
  if (option === undefined) return byRule(reason ?? "The user could not be asked");
  const always = option.kind === "reject_always" ? "now and in the future" : "";
  return { verdict: "deny", reason: always, by: "person" };
}

function isReading(asking: readonly Judged[]): boolean {
  return asking.every(({ subject }) => subject.request.kind === "read");
}

function toMeta(asking: readonly Judged[]): Readonly<Record<string, unknown>> {
  const why = asking.map(({ decision: { reason, danger } }) => ({ reason, danger: danger?.class }));
  return { parley: { why } };
}
