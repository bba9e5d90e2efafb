// A second opinion: at level auto a model may allow a risky call in place of the user. It never overrules a denial.
import type { SessionEventBody, ToolCallUpdate } from "@parley/acp";
import { type Log, ABORTED, untilAborted } from "@parley/base";
import type { ApprovalLevel, Danger } from "@parley/policy";
import type { ApprovalRequest } from "./approver.ts";
import { considerAll, findVerdict, type ApprovalJudge, isGrave, type Judged, strictest, withHook } from "./judged.ts";
import { REASON_CHARS_MAX, SECOND_OPINION_MS } from "./limits.ts";

export interface OpinionWanted {
  readonly toolCall: ToolCallUpdate;
  /** Everything in it that policy would ask about: what, why, and what could happen. */
  readonly worries: readonly {
    readonly kind: string;
    /** Secrets taken out. */
    readonly subject: string;
    readonly reason: string;
    readonly danger?: Danger | undefined;
  }[];
}

/** `ask` leaves it to the person. */
export interface GivenOpinion {
  readonly verdict: "allow" | "ask";
  readonly reason: string;
}

/** Undefined: there is no model that could have one. */
export type SecondOpinion = (wanted: OpinionWanted, signal: AbortSignal) => Promise<GivenOpinion | undefined>;

export interface HearingOptions {
  readonly secondOpinion: SecondOpinion;
  readonly timeoutMs?: number | undefined;
  readonly log: Log;
}

/** Never rejects: without an opinion the person is asked. */
export async function hearSecondOpinion(
  { secondOpinion, timeoutMs = SECOND_OPINION_MS, log }: HearingOptions,
  wanted: OpinionWanted,
  signal: AbortSignal,
): Promise<GivenOpinion | undefined> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    // In an async function, so that a throw is a rejection.
    const given = await untilAborted((async () => secondOpinion(wanted, limited))(), limited);
    if (given === ABORTED) {
      if (!signal.aborted) log.write("info", "A second opinion took too long", { timeoutMs });
      return undefined;
    }
    if (given === undefined) return undefined;
    return { verdict: given.verdict, reason: given.reason.slice(0, REASON_CHARS_MAX) };
  } catch (cause) {
    log.write("warn", "A second opinion could not be had", { cause });
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

/** What it is called in the audit. */
const NAME = "second-opinion";

export class SecondOpinionGate {
  readonly #options: SecondOpinionGateOptions;

  constructor(options: SecondOpinionGateOptions) {
    this.#options = options;
  }

  /** Whether a good word would make a difference. */
  async isWanted({ hook }: ApprovalRequest, judged: readonly Judged[]): Promise<boolean> {
    if (this.#options.secondOpinion === undefined || hook !== undefined) return false;
    const asking = findVerdict(judged, "ask");
    return (await this.#isOpen(asking)) && strictest(await this.#allowAll(asking, "")) === "allow";
  }

  /** What is decided with it. Undefined if it is left to the person. */
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
    // Things may be otherwise by now: a person may have said no to the same, or want to be asked about everything.
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
   * Only what the level alone asks about: a hook, a rule or policy itself that wants a person means a person. And nothing grave:
   * a model can be talked into things by what it reads, so that it decides no more than `bypass` would.
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
