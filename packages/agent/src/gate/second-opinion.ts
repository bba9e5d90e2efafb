// What a model is asked about a risky call before a person is: it may spare the question, never overrule a no.
import type { ToolCallUpdate } from "@parley/acp";
import type { Log } from "@parley/base";
import type { Danger } from "@parley/policy";
import { ABORTED, untilAborted } from "../waiting/until-aborted.ts";
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
