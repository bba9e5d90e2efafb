// The gate of one session: every action of its features for the agent passes it. Policy decides first, then the user.
import {
  askToLeave,
  createOwnOptions,
  isAllowing,
  Judge,
  type JudgeOptions,
  scopeOfOption,
  type Subject,
} from "@parley/home/judge";
import type { ToolCallUpdate } from "@parley/acp";
import { ParleyError, ABORTED, untilAborted } from "@parley/base";
import type { Decision, RequestKind } from "@parley/policy";
import type { Ask } from "../ask.ts";
import type { SessionScope } from "../feature.ts";
import { denied, deniedToPerson, rejected, toPersonsError } from "../feature-error.ts";
import { DENIAL_NOTES_MAX, OPEN_QUESTIONS_MAX } from "../../limits.ts";
import { anySignal } from "../signals.ts";
import { askPermission } from "./ask-permission.ts";
import { Coverage } from "./coverage.ts";
import { DiskTexts } from "./disk-texts.ts";

export interface GateOptions extends JudgeOptions {
  readonly ask: Ask;
  /** Our own agent leaves decisions to this client, which believes what the agent declares about its calls. */
  readonly decides?: boolean | undefined;
  /** A server behind the agent decides: its questions are shown unchanged. */
  readonly isJudgedElsewhere?: boolean | undefined;
}

export interface PassOptions {
  /** It is to run outside the sandbox, once: the user is always asked, and the answer is not remembered. */
  readonly leavesSandbox?: boolean | undefined;
  /** The user typed it and is present: what the level or the mode denies to the agent becomes a question. */
  readonly isPersons?: boolean | undefined;
}

/** What the user is asked about. */
interface Matter<K extends RequestKind> {
  readonly subject: Subject<K>;
  readonly describe: () => ToolCallUpdate | Promise<ToolCallUpdate>;
  readonly consider: () => Promise<Decision>;
  readonly isOnce: boolean;
  readonly decision: Decision;
}

/** Kinds of requests that do not change files of the workspace. */
const HARMLESS: ReadonlySet<RequestKind> = new Set(["read", "fetch"]);

export class Gate {
  readonly scope: SessionScope;
  readonly options: GateOptions;
  readonly judge: Judge;
  readonly coverage = new Coverage();
  readonly disk: DiskTexts;
  /** Our own questions are asked one at a time: the answer to one may decide the next. */
  #asking: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #open = 0;
  #turnEnd = new AbortController();
  readonly #closing = new AbortController();
  #holdUntil: Promise<unknown> = Promise.resolve();
  readonly #noted = new Set<string>();

  constructor(scope: SessionScope, options: GateOptions) {
    this.scope = scope;
    this.options = options;
    this.judge = new Judge(scope, options);
    this.disk = new DiskTexts(scope.roots);
  }

  /** Resolves with the decision if it is allowed. Rejects with the error for the agent if not. */
  async pass<K extends RequestKind>(
    subject: Subject<K>,
    describe: () => ToolCallUpdate | Promise<ToolCallUpdate>,
    signal: AbortSignal,
    { leavesSandbox = false, isPersons = false }: PassOptions = {},
  ): Promise<Decision> {
    const wanted = this.wanted(signal);
    const consider = async (): Promise<Decision> => {
      const decision = await (leavesSandbox ? this.#considerLeaving(subject) : this.#consider(subject));
      return isPersons ? toPersonsQuestion(decision) : decision;
    };
    let decision = await consider();
    if (decision.verdict === "ask") {
      const about = { subject, describe, consider, isOnce: leavesSandbox, decision };
      const asked = this.asking(() => this.inTurn((hasWaited) => this.#askAbout(about, hasWaited, wanted)));
      const answer = await untilAborted(asked, wanted);
      if (answer === ABORTED) throw cancelled();
      decision = answer;
    } else this.judge.write(decision);
    if (decision.verdict === "deny") {
      this.#note(decision);
      throw denied(decision);
    }
    if (!HARMLESS.has(subject.request.kind)) await this.readyForChanges(wanted);
    return decision;
  }

  /**
   * The user typed it. Deny rules apply to users too, and dangerous commands are asked about; the level and the mode
   * only apply to the agent.
   */
  async passForPerson<K extends RequestKind>(
    subject: Subject<K>,
    describe: () => ToolCallUpdate | Promise<ToolCallUpdate>,
    signal: AbortSignal,
  ): Promise<Decision> {
    const decision = await this.judge.consider(subject);
    if (decision.verdict === "deny" && !isAboutAgent(decision)) {
      this.judge.write(decision);
      throw deniedToPerson(decision);
    }
    if (decision.verdict !== "allow" && decision.danger !== undefined)
      return this.pass(subject, describe, signal, { isPersons: true }).catch((error: unknown) => {
        throw toPersonsError(error);
      });
    this.judge.write({ audit: { ...decision.audit, verdict: "allow", reason: "A person ran it" } }, "user");
    return { ...decision, verdict: "allow" };
  }

  /** Does not record the decision. Uses up the grant that allows it. */
  async #consider<K extends RequestKind>(subject: Subject<K>): Promise<Decision> {
    const decided = await this.judge.takeDecided(subject);
    if (decided !== undefined) return decided;
    for (;;) {
      const decision = await this.judge.consider(subject);
      const isGranted = decision.verdict === "allow" && decision.rule.source === "grant";
      if (!isGranted || this.judge.use(subject)) return decision;
    }
  }

  /** Earlier grants do not allow leaving the sandbox, and are not used up by it. */
  async #considerLeaving<K extends RequestKind>(subject: Subject<K>): Promise<Decision> {
    return askToLeave(await this.judge.consider(subject), this.options.level());
  }

  /**
   * Decides again if another question was answered since, then asks. Rejects with the error for the agent if the user
   * rejected it.
   */
  async #askAbout<K extends RequestKind>(
    { subject, describe, consider, isOnce, decision: before }: Matter<K>,
    hasWaited: boolean,
    signal: AbortSignal,
  ): Promise<Decision> {
    if (signal.aborted) throw cancelled();
    const decision = hasWaited ? await consider() : before;
    this.judge.write(decision);
    if (decision.verdict !== "ask") return decision;
    const { reason, danger } = decision;
    const proposals = isOnce ? [] : await this.judge.propose(subject);
    const isRead = subject.request.kind === "read";
    const options = createOwnOptions(proposals, isRead);
    const about = { toolCall: await describe(), options, origin: "client", proposals } as const;
    const input = { ...about, decision: { reason, danger } };
    const answer = await askPermission({ ...this.options, scope: this.scope }, input, { signal });
    const { option } = answer;
    this.judge.answered(decision, answer);
    const remember = answer.remember ?? scopeOfOption(option?.optionId);
    if (option !== undefined && remember !== undefined) {
      await this.judge.remember(proposals, isAllowing(option), remember);
    }
    if (answer.isCancelled) throw cancelled();
    if (!isAllowing(option)) throw rejected(answer.reason);
    // A file that is read in pages is approved once; every other action is approved each time.
    if (isRead) this.judge.grant(subject, "person");
    return { ...decision, verdict: "allow", rule: { source: "grant", id: "person" } };
  }

  /** Limits the open questions. Rejects with the error for the agent if there are too many. */
  async asking<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#open >= OPEN_QUESTIONS_MAX)
      throw rejected(`${OPEN_QUESTIONS_MAX} questions are already waiting for an answer`);
    this.#open += 1;
    try {
      return await ask();
    } finally {
      this.#open -= 1;
    }
  }

  /** The request's own signal, the turn's, and the end of the turn or the session. */
  wanted(signal: AbortSignal): AbortSignal {
    const { turnId, turnSignal } = this.scope;
    // Not both: a signal keeps a reference to every signal derived from it, and that of the session lives long.
    const end = turnId === undefined ? this.#closing : this.#turnEnd;
    return anySignal(signal, turnSignal, end.signal);
  }

  /** Changes wait for this: a snapshot is being taken. */
  holdChanges(until: Promise<unknown>): void {
    this.#holdUntil = until;
  }

  async readyForChanges(signal: AbortSignal): Promise<void> {
    if ((await untilAborted(this.#holdUntil, signal)) === ABORTED) throw cancelled();
  }

  /** Ends the questions that the turn waited for. */
  endTurn(): void {
    this.#turnEnd.abort();
    if (!this.#closing.signal.aborted) this.#turnEnd = new AbortController();
    this.#noted.clear();
  }

  close(): void {
    this.#closing.abort();
    this.#turnEnd.abort();
  }

  /** Notes each denial once for the user, up to a limit. */
  #note({ reason, audit }: Decision): void {
    const key = `${audit.kind} ${audit.subject}`;
    if (this.#noted.has(key) || this.#noted.size >= DENIAL_NOTES_MAX) return;
    this.#noted.add(key);
    this.scope.record({ type: "note", level: "warning", text: `Denied: ${audit.kind} ${audit.subject}: ${reason}` });
  }

  /** One question at a time: the answer to one may decide the next. The action learns whether it has waited. */
  inTurn<T>(action: (hasWaited: boolean) => Promise<T>): Promise<T> {
    const hasWaited = this.#waiting > 0;
    this.#waiting += 1;
    const result = this.#asking.then(() => action(hasWaited)).finally(() => (this.#waiting -= 1));
    this.#asking = result.catch(() => undefined); // The caller gets the error.
    return result;
  }
}

/** The level and the mode only apply to the agent. */
function isAboutAgent({ rule }: Decision): boolean {
  return rule.source === "level" || rule.source === "mode";
}

function toPersonsQuestion(decision: Decision): Decision {
  if (decision.verdict !== "deny" || !isAboutAgent(decision)) return decision;
  const reason = "The agent may not run this at its level or in its mode";
  return { ...decision, verdict: "ask", reason, audit: { ...decision.audit, verdict: "ask", reason } };
}

function cancelled(): ParleyError {
  return new ParleyError({ code: "request_cancelled", message: "Cancelled before it was answered" });
}
