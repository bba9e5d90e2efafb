// A second opinion: at level auto a model may allow a risky call in place of the user. It never overrules a denial.
import type { SessionEventBody, ToolCallUpdate } from "@parley/acp";
import { type Log, ABORTED, untilAborted } from "@parley/base";
import { considerAll, findVerdict, isGrave, type Judged, strictest, withHook } from "@parley/home/judge";
import type { ApprovalLevel, Danger } from "@parley/policy";
import type { ApprovalRequest } from "./approver.ts";
import type { ApprovalJudge } from "./judged.ts";
import { APPROVAL_REASON_CHARS_MAX, SECOND_OPINION_MS } from "../limits.ts";

export interface OpinionWanted {
  readonly toolCall: ToolCallUpdate;
  /** Everything that policy would ask about, with reasons and risks. */
  readonly worries: readonly {
    readonly kind: string;
    /** Without secrets. */
    readonly subject: string;
    readonly reason: string;
    readonly danger?: Danger | undefined;
  }[];
}

/** `ask` leaves the decision to the user. */
export interface GivenOpinion {
  readonly verdict: "allow" | "ask";
  readonly reason: string;
}

/** Undefined if no model is available. */
export type SecondOpinion = (wanted: OpinionWanted, signal: AbortSignal) => Promise<GivenOpinion | undefined>;

interface HearingOptions {
  readonly secondOpinion: SecondOpinion;
  readonly timeoutMs?: number | undefined;
  readonly log: Log;
}

/** Never rejects: without an opinion, the user is asked. */
export async function hearSecondOpinion(
  { secondOpinion, timeoutMs = SECOND_OPINION_MS, log }: HearingOptions,
  wanted: OpinionWanted,
  signal: AbortSignal,
): Promise<GivenOpinion | undefined> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    // Wrapped in an async function, so that a synchronous throw is a rejection.
    const given = await untilAborted((async () => secondOpinion(wanted, limited))(), limited);
    if (given === ABORTED) {
      if (!signal.aborted) log.write("info", "a second opinion timed out", { timeoutMs });
      return undefined;
    }
    if (given === undefined) return undefined;
    return { verdict: given.verdict, reason: given.reason.slice(0, APPROVAL_REASON_CHARS_MAX) };
  } catch (cause) {
    log.write("warn", "a second opinion failed", { cause });
    return undefined;
  }
}

export interface SecondOpinionGateOptions {
  readonly judge: ApprovalJudge;
  readonly approval: () => ApprovalLevel;
  readonly secondOpinion?: SecondOpinion | undefined;
  readonly secondOpinionMs?: number | undefined;
  readonly record: (body: SessionEventBody) => void;
  readonly log: Log;
}

/** Its name in the audit. */
const NAME = "second-opinion";

export class SecondOpinionGate {
  readonly #options: SecondOpinionGateOptions;

  constructor(options: SecondOpinionGateOptions) {
    this.#options = options;
  }

  /** Whether an `allow` would change the outcome. */
  async isWanted({ hook }: ApprovalRequest, judged: readonly Judged[]): Promise<boolean> {
    if (this.#options.secondOpinion === undefined || hook !== undefined) return false;
    const asking = findVerdict(judged, "ask");
    return (await this.#isOpen(asking)) && strictest(await this.#allowAll(asking, "")) === "allow";
  }

  /** The decisions after the second opinion; undefined leaves it to the user. */
  async hear(
    { toolCall }: ApprovalRequest,
    judged: readonly Judged[],
    signal: AbortSignal,
  ): Promise<readonly Judged[] | undefined> {
    const { judge, secondOpinion, secondOpinionMs: timeoutMs, record, log } = this.#options;
    if (secondOpinion === undefined) return undefined;
    const wanted = { toolCall, worries: findVerdict(judged, "ask").map(toWorry) };
    const opinion = await hearSecondOpinion({ secondOpinion, timeoutMs, log }, wanted, signal);
    if (opinion === undefined || signal.aborted) return undefined;
    const what = toolCall.title ?? toolCall.toolCallId;
    if (opinion.verdict === "ask") {
      record({ type: "note", level: "info", text: `A second opinion left "${what}" to you: ${opinion.reason}` });
      return undefined;
    }
    // The situation may have changed: the user may have denied the same call, or changed the level.
    const subjects = judged.map(({ subject }) => subject);
    const now = await considerAll(judge, subjects);
    if (strictest(now) !== "ask") return now;
    const asking = findVerdict(now, "ask");
    if (!(await this.#isOpen(asking))) return undefined;
    const vouched = await this.#allowAll(asking, `A second opinion: ${opinion.reason}`);
    if (strictest(vouched) !== "allow") return undefined;
    record({ type: "note", level: "info", text: `A second opinion allowed "${what}": ${opinion.reason}` });
    return [...findVerdict(now, "allow"), ...vouched];
  }

  /**
   * Only for questions that the level alone asks: where a hook, a rule or policy requires the user, the user is asked. And never for
   * dangerous calls: a model can be manipulated by what it reads, so it may not allow more than `bypass` does.
   */
  async #isOpen(asking: readonly Judged[]): Promise<boolean> {
    const { approval, judge } = this.#options;
    if (approval() !== "auto" || asking.some(({ decision }) => decision.rule.source !== "level")) return false;
    return !(await isGrave(judge, asking));
  }

  #allowAll(asking: readonly Judged[], reason: string): Promise<Judged[]> {
    const hook = { verdict: "allow", name: NAME, reason } as const;
    const subjects = asking.map(({ subject }) => withHook(subject, hook));
    return considerAll(this.#options.judge, subjects);
  }
}

function toWorry({ decision: { reason, danger, audit } }: Judged): OpinionWanted["worries"][number] {
  return { kind: audit.kind, subject: audit.subject, reason, danger };
}
