// Says of one message of the agent whether it may pass, and what is said instead if not.
import { canonicalMethod } from "@parley/acp";
import { type Clock, type Log, isObject } from "@parley/base";
import { decide, type RuleSet } from "@parley/policy";
import type { Observation } from "../extract/observation.ts";
import type { LongLine } from "../frames/line-cutter.ts";
import { JUDGED_REQUESTS, type JudgedRequest, type Params } from "./judged-requests.ts";
import { BATCH_DEPTH_MAX } from "../limits.ts";
import { identifyLong } from "./long-message.ts";
import { toErrorLine, toRejectionLine, type Refusal } from "./refusal.ts";
import { scanObject } from "./scan-object.ts";
import type { SessionFolders } from "./session-folders.ts";
import { ToolCalls } from "./tool-calls.ts";

export interface MessageJudgeOptions {
  readonly rules: RuleSet;
  readonly folders: SessionFolders;
  readonly onBlocked: (observation: Observation) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Undefined: it passes as it is. */
export type Judgement =
  | undefined
  | {
      /** To the agent. */
      readonly answers: readonly Buffer[];
      /** To the client, in its place. */
      readonly instead?: Buffer | undefined;
    };

type Message = Readonly<Record<string, unknown>>;

const WITHHELD: Judgement = { answers: [] };

export class MessageJudge {
  readonly #options: MessageJudgeOptions;
  readonly #toolCalls = new ToolCalls();
  refused = 0;
  withheld = 0;

  constructor(options: MessageJudgeOptions) {
    this.#options = options;
  }

  /** `text` is undefined if it is no UTF-8. */
  async judge(text: string | undefined): Promise<Judgement> {
    const message = text === undefined ? undefined : parse(text);
    // A reader that does not go by lines might still make a message of it, so that it must not pass unjudged.
    if (text === undefined || !(isObject(message) || Array.isArray(message))) {
      return this.#withhold("A line of the agent is no message, and does not pass");
    }
    const { members, repeated } = scanObject(text);
    if (Array.isArray(message)) return this.#judgeBatch(message, repeated);
    const id = members.get("id");
    if (repeated !== undefined) return this.#refuseUnclear(id, repeated);
    const refusal = await this.#examine(message);
    return refusal === undefined ? undefined : { answers: this.#answer(message, id, refusal) };
  }

  /** It was not kept, so that it cannot be forwarded either. */
  judgeLong(line: LongLine): Judgement {
    const { kind, id } = identifyLong(line);
    const refusal = { reason: "the message is too large to be judged", rule: "too-large", subject: "" };
    if (id !== undefined && kind === "request") {
      this.refused += 1;
      return { answers: [toErrorLine(id, refusal)] };
    }
    this.#withhold(`A message of ${line.byteLength} bytes is too large to be judged, and does not pass`);
    // Else the client would wait for ever.
    return id !== undefined && kind === "response"
      ? { answers: [], instead: toErrorLine(id, { ...refusal, reason: "the answer is too large to be judged" }) }
      : WITHHELD;
  }

  /** Together or not at all: what is left of a batch would be other bytes. */
  async #judgeBatch(batch: readonly unknown[], repeated: string | undefined): Promise<Judgement> {
    if (repeated !== undefined) return this.#refuseUnclear(undefined, repeated);
    const messages = batch.flat(BATCH_DEPTH_MAX);
    if (!messages.every(isObject)) return this.#withhold("A batch of the agent has something else than messages in it");
    const refusals: (Refusal | undefined)[] = [];
    for (const one of messages) refusals.push(await this.#examine(one));
    if (refusals.every((refusal) => refusal === undefined)) return undefined;
    const along = { reason: "it came in one batch with a request that is refused", rule: undefined, subject: "" };
    return {
      answers: messages.flatMap((one, index) => {
        if (one["method"] === undefined) return [];
        const id = one["id"] === undefined ? undefined : JSON.stringify(one["id"]);
        return this.#answer(one, id, refusals[index] ?? along);
      }),
    };
  }

  async #examine(message: Message): Promise<Refusal | undefined> {
    const { method, params } = message;
    if (typeof method !== "string") {
      this.#options.folders.readAnswer(message);
      return undefined;
    }
    const canonical = canonicalMethod(method);
    if (canonical === "session/update") this.#toolCalls.add(params);
    const judged = JUDGED_REQUESTS.get(canonical);
    if (judged === undefined) return undefined;
    const given = isObject(params) ? this.#toolCalls.complete(params) : {};
    const refusal = await this.#decide(judged, given);
    if (refusal !== undefined) this.#block(judged, given, refusal);
    return refusal;
  }

  async #decide(judged: JudgedRequest, params: Params): Promise<Refusal | undefined> {
    const subject = judged.about(params);
    const { folders, rules, log } = this.#options;
    try {
      const found = await judged.read(params, await folders.facts(params["sessionId"]));
      if (found === undefined) return { reason: "a field is missing or is not text", rule: "unclear", subject };
      for (const { request, facts } of found) {
        // A question is for the client behind us, which has somebody to ask.
        const decision = decide(request, facts, { written: rules, level: "bypass" });
        if (decision.verdict === "deny") return { reason: decision.reason, rule: decision.rule.id, subject };
      }
      return undefined;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      log.write("warn", "A request could not be judged", { cause: why });
      return { reason: `it could not be judged: ${why}`, rule: "unclear", subject };
    }
  }

  #block({ action }: JudgedRequest, params: Params, { reason, subject }: Refusal): void {
    const sessionId = typeof params["sessionId"] === "string" ? params["sessionId"] : undefined;
    const atMs = this.#options.clock.now();
    this.#options.onBlocked({ type: "blocked", atMs, sessionId, path: subject, action, reason });
  }

  #answer(message: Message, id: string | undefined, refusal: Refusal): readonly Buffer[] {
    this.refused += 1;
    if (id === undefined) return [];
    const { method, params } = message;
    const isQuestion = canonicalMethod(String(method)) === "session/request_permission" && isObject(params);
    return [(isQuestion ? toRejectionLine(id, params["options"]) : undefined) ?? toErrorLine(id, refusal)];
  }

  #refuseUnclear(id: string | undefined, name: string): Judgement {
    const reason = `${JSON.stringify(name)} stands in it twice, so that it is not clear what it says`;
    if (id === undefined) return this.#withhold(`A message of the agent does not pass: ${reason}`);
    this.refused += 1;
    return { answers: [toErrorLine(id, { reason, rule: "unclear", subject: "" })] };
  }

  #withhold(why: string): Judgement {
    this.withheld += 1;
    // One line tells a person; the count tells the rest.
    if (this.withheld === 1) this.#options.log.write("warn", why);
    return WITHHELD;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
