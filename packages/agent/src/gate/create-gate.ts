// The gate of one session: policy, a hook's word, perhaps a second opinion, and then the person at the client.
import type { SessionEventBody } from "@parley/acp";
import { ParleyError, silentLog, systemClock, type Clock, type Log } from "@parley/base";
import {
  askToLeave,
  createOwnOptions,
  isAllowing,
  scopeOfOption,
  type PersonAnswer,
  type Subject,
} from "@parley/home/judge";
import type { ApprovalLevel } from "@parley/policy";
import { untilAborted } from "../waiting/until-aborted.ts";
import { askClient, type RequestPermission } from "./ask-client.ts";
import type { Gate, GateAnswer, GateRequest } from "./gate.ts";
import { considerAll, findVerdict, proposeAll, strictest, toSubjects, type GateJudge, type Judged } from "./judged.ts";
import { OPEN_QUESTIONS_MAX, SUBJECTS_MAX } from "./limits.ts";
import { QuestionQueue, type Place } from "./question-queue.ts";
import type { SecondOpinion } from "./second-opinion.ts";
import { Vouching } from "./vouching.ts";

export interface GateOptions {
  readonly judge: GateJudge;
  /** `permissionsThrough(client)`, in an agent. */
  readonly requestPermission: RequestPermission;
  /** As the client knows it. */
  readonly sessionId: string;
  readonly approval: () => ApprovalLevel;
  /** Heard at the level `auto`. */
  readonly secondOpinion?: SecondOpinion | undefined;
  readonly secondOpinionMs?: number | undefined;
  /** Shared with whoever else asks the person of this session. */
  readonly questions?: QuestionQueue | undefined;
  readonly record: (body: SessionEventBody) => void;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

export function createGate(options: GateOptions): Gate {
  return new SessionGate(options);
}

const ALLOWED: GateAnswer = { verdict: "allow" };
const CANCELLED: GateAnswer = {
  verdict: "deny",
  reason: "It was cancelled before anybody had allowed it",
  by: "cancelled",
};

class SessionGate implements Gate {
  readonly #options: GateOptions;
  readonly #judge: GateJudge;
  readonly #vouching: Vouching;
  readonly #questions: QuestionQueue;
  readonly #clock: Clock;
  readonly #log: Log;
  #open = 0;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#judge = options.judge;
    this.#questions = options.questions ?? new QuestionQueue();
    this.#clock = options.clock ?? systemClock;
    this.#log = options.log ?? silentLog;
    this.#vouching = new Vouching({ ...options, log: this.#log });
  }

  async pass(request: GateRequest, signal: AbortSignal): Promise<GateAnswer> {
    if (signal.aborted) return CANCELLED;
    const subjects = toSubjects(request);
    if (subjects.length > SUBJECTS_MAX) {
      return byRule(`It touches ${subjects.length} things at once; ${SUBJECTS_MAX} are the most that can be judged`);
    }
    const place = this.#questions.take();
    try {
      const answer = await this.#answer(request, subjects, place, signal);
      return signal.aborted ? CANCELLED : answer;
    } catch (error) {
      // The folder is gone, the rules cannot be reached: what cannot be judged is not done.
      if (error instanceof ParleyError) return byRule(`It could not be judged: ${error.message}`);
      throw error;
    } finally {
      place.leave();
    }
  }

  async #answer(
    request: GateRequest,
    subjects: readonly Subject[],
    place: Place,
    signal: AbortSignal,
  ): Promise<GateAnswer> {
    const judged = this.#orLeaving(request, await considerAll(this.#judge, subjects));
    if (strictest(judged) !== "ask") return this.#settle(judged);
    if (request.leavesSandbox === true || !(await this.#vouching.isWanted(request, judged)))
      return this.#askInTurn(request, subjects, place, signal);
    // A model takes its time; whoever came later need not wait for it.
    place.leave();
    const vouched = await this.#vouching.hear(request, judged, signal);
    if (vouched !== undefined) return this.#settle(vouched);
    const later = this.#questions.take();
    try {
      return await this.#askInTurn(request, subjects, later, signal);
    } finally {
      later.leave();
    }
  }

  /** What everybody agrees on, or what somebody is against. */
  #settle(judged: readonly Judged[]): GateAnswer {
    for (const { decision } of judged) this.#judge.write(decision);
    const [denied] = findVerdict(judged, "deny");
    return denied === undefined ? ALLOWED : byRule(denied.decision.reason);
  }

  async #askInTurn(
    request: GateRequest,
    subjects: readonly Subject[],
    { turn }: Place,
    signal: AbortSignal,
  ): Promise<GateAnswer> {
    if (this.#open >= OPEN_QUESTIONS_MAX) return byRule(`${OPEN_QUESTIONS_MAX} questions wait for an answer already`);
    this.#open += 1;
    try {
      await untilAborted(turn, signal);
      if (signal.aborted) return CANCELLED;
      // The answer before this one may have settled it.
      const judged = this.#orLeaving(request, await considerAll(this.#judge, subjects));
      return strictest(judged) === "ask" ? await this.#ask(request, judged, signal) : this.#settle(judged);
    } finally {
      this.#open -= 1;
    }
  }

  #orLeaving({ leavesSandbox }: GateRequest, judged: readonly Judged[]): readonly Judged[] {
    if (leavesSandbox !== true) return judged;
    return judged.map((one) => ({ ...one, decision: askToLeave(one.decision, this.#options.approval()) }));
  }

  async #ask(
    { toolCall, leavesSandbox = false }: GateRequest,
    judged: readonly Judged[],
    signal: AbortSignal,
  ): Promise<GateAnswer> {
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
    // What is read in pages is asked about once; anything else is done now, and the next time is another question.
    for (const { subject } of asking) if (subject.request.kind === "read") this.#judge.grant(subject, "person");
    return ALLOWED;
  }
}

function byRule(reason: string): GateAnswer {
  return { verdict: "deny", reason, by: "rule" };
}

/** A no that nobody said (a client that cannot ask, an answer that makes no sense) is not put in a person's mouth. */
function rejected({ option, reason }: PersonAnswer): GateAnswer {
  if (option === undefined) return byRule(reason ?? "Nobody could be asked");
  const always = option.kind === "reject_always" ? "now and in future" : "";
  return { verdict: "deny", reason: always, by: "person" };
}

function isReading(asking: readonly Judged[]): boolean {
  return asking.every(({ subject }) => subject.request.kind === "read");
}

function toMeta(asking: readonly Judged[]): Readonly<Record<string, unknown>> {
  const why = asking.map(({ decision: { reason, danger } }) => ({ reason, danger: danger?.class }));
  return { parley: { why } };
}
