// How far a second opinion goes: as far as the word of a hook, and never where somebody wants a person.
import type { SessionEventBody } from "@parley/acp";
import type { Log } from "@parley/base";
import type { ApprovalLevel } from "@parley/policy";
import type { GateRequest } from "./gate.ts";
import { considerAll, findVerdict, isGrave, strictest, withHook, type GateJudge, type Judged } from "./judged.ts";
import { hearSecondOpinion, type OpinionWanted, type SecondOpinion } from "./second-opinion.ts";

export interface VouchingOptions {
  readonly judge: GateJudge;
  readonly approval: () => ApprovalLevel;
  readonly secondOpinion?: SecondOpinion | undefined;
  readonly secondOpinionMs?: number | undefined;
  readonly record: (body: SessionEventBody) => void;
  readonly log: Log;
}

/** What it is called in the audit. */
const NAME = "second-opinion";

export class Vouching {
  readonly #options: VouchingOptions;

  constructor(options: VouchingOptions) {
    this.#options = options;
  }

  /** Whether a good word would make a difference. */
  async isWanted({ hook }: GateRequest, judged: readonly Judged[]): Promise<boolean> {
    if (this.#options.secondOpinion === undefined || hook !== undefined) return false;
    const asking = findVerdict(judged, "ask");
    return (await this.#isOpen(asking)) && strictest(await this.#vouchFor(asking, "")) === "allow";
  }

  /** What is decided with it. Undefined if it is left to the person. */
  async hear(
    { toolCall }: GateRequest,
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
    const vouched = await this.#vouchFor(asking, `A second opinion: ${opinion.reason}`);
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

  #vouchFor(asking: readonly Judged[], reason: string): Promise<Judged[]> {
    const hook = { verdict: "allow", name: NAME, reason } as const;
    const subjects = asking.map(({ subject }) => withHook(subject, hook));
    return considerAll(this.#options.judge, subjects);
  }
}

function toWorry({ decision: { reason, danger, audit } }: Judged): OpinionWanted["worries"][number] {
  return { kind: audit.kind, subject: audit.subject, reason, danger };
}
