// Decides whether a message from the agent may pass, and how a refused one is answered.
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

/** Undefined: it passes unchanged. */
export type Judgement =
  | undefined
  | {
      /** To the agent. */
      readonly answers: readonly Buffer[];
      /** To the client, instead of the message. */
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

  /** `text` is undefined if it is not UTF-8. */
  async judge(text: string | undefined): Promise<Judgement> {
    const message = text === undefined ? undefined : parse(text);
    // A client that does not split by lines might still parse a message from it, so it must not pass unchecked.
    if (text === undefined || !(isObject(message) || Array.isArray(message))) {
      return this.#withhold("The agent printed something that is not an ACP message; it is not forwarded");
    }
    const { members, repeated } = scanObject(text);
    if (Array.isArray(message)) return this.#judgeBatch(message, repeated);
    const id = members.get("id");
    if (repeated !== undefined) return this.#refuseUnclear(id, repeated);
    const refusal = await this.#examine(message);
    return refusal === undefined ? undefined : { answers: this.#answer(message, id, refusal) };
  }

  /** The message was not kept, so it cannot be forwarded either. */
  judgeLong(line: LongLine): Judgement {
    const { kind, id } = identifyLong(line);
    const refusal = { reason: "the message is too large to check", rule: "too-large", subject: "" };
    if (id !== undefined && kind === "request") {
      this.refused += 1;
      return { answers: [toErrorLine(id, refusal)] };
    }
    this.#withhold(
      `A message of ${line.byteLength} bytes is too large to check against the rules; it is not forwarded`,
    );
    // Otherwise the client would wait forever.
    return id !== undefined && kind === "response"
      ? { answers: [], instead: toErrorLine(id, { ...refusal, reason: "the response is too large to check" }) }
      : WITHHELD;
  }

  /** A batch passes as a whole or not at all, because removing a message would change its bytes. */
  async #judgeBatch(batch: readonly unknown[], repeated: string | undefined): Promise<Judgement> {
    if (repeated !== undefined) return this.#refuseUnclear(undefined, repeated);
    const messages = batch.flat(BATCH_DEPTH_MAX);
    if (!messages.every(isObject))
      return this.#withhold("A batch from the agent contains something that is not a message; it is not forwarded");
    const refusals: (Refusal | undefined)[] = [];
    for (const one of messages) refusals.push(await this.#examine(one));
    if (refusals.every((refusal) => refusal === undefined)) return undefined;
    const along = { reason: "it is in a batch with a refused request", rule: undefined, subject: "" };
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
      if (found === undefined)
        return { reason: "a required field is missing or is not a string", rule: "unclear", subject };
      for (const { request, facts } of found) {
        // Asking is left to the client, which has a user to ask.
        const decision = decide(request, facts, { written: rules, level: "bypass" });
        if (decision.verdict === "deny") return { reason: decision.reason, rule: decision.rule.id, subject };
      }
      return undefined;
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      log.write("warn", "A request could not be checked", { cause: why });
      return { reason: `it could not be checked: ${why}`, rule: "unclear", subject };
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
    const reason = `${JSON.stringify(name)} appears twice, so its meaning is ambiguous`;
    if (id === undefined) return this.#withhold(`A message from the agent is not forwarded: ${reason}`);
    this.refused += 1;
    return { answers: [toErrorLine(id, { reason, rule: "unclear", subject: "" })] };
  }

  #withhold(why: string): Judgement {
    this.withheld += 1;
    // Only the first is logged; all are counted.
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
