// A session as restored from its log: conversation, settings, title, plan.
import type { PlanEntry, SessionEvent, Usage } from "@parley/acp";
import { APPROVAL_LEVELS } from "@parley/policy";
import { THINKING_LEVELS } from "../models/model.ts";
import { SLOTS } from "../modes/mode.ts";
import type { Message } from "../models/message.ts";
import { Restorer } from "./restore.ts";
import type { SessionSettings } from "./settings.ts";
import { noneSpent, type Spent } from "./spent.ts";

type Mutable<T> = { -readonly [Key in keyof T]?: T[Key] };

/** The fields of a session that its log restores. */
interface RestorableSession {
  unstartedCalls: readonly string[];
  messages: readonly Message[];
  title: string | undefined;
  plan: readonly PlanEntry[];
  spent: Spent;
  readonly callIds: Set<string>;
}

export class RestoredSession {
  readonly #restorer = new Restorer();
  readonly #settings: Mutable<SessionSettings> = {};
  #title: string | undefined;
  #plan: readonly PlanEntry[] = [];
  #spent: Spent = noneSpent;
  readonly #callIds: string[] = [];
  #lastSeq = 0;

  /** The last sequence number that was read. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Its recorded settings; the others have defaults. */
  get settings(): Partial<SessionSettings> {
    return this.#settings;
  }

  add(event: SessionEvent): void {
    this.#restorer.add(event);
    this.#lastSeq = Math.max(this.#lastSeq, event.seq);
    if (event.type === "mode") this.#settings.modeId = event.modeId;
    else if (event.type === "config") {
      for (const option of event.configOptions) if ("id" in option) this.#choose(option.id, option.currentValue);
    } else if (event.type === "stop") this.#addUsage(event.usage);
    else if (event.type === "update") {
      const { update } = event;
      if (update.sessionUpdate === "session_info_update") this.#title = update.title ?? undefined;
      else if (update.sessionUpdate === "plan") this.#plan = update.entries;
      else if (update.sessionUpdate === "tool_call") this.#callIds.push(update.toolCallId);
      else if (update.sessionUpdate === "usage_update") {
        this.#spent = { ...this.#spent, contextUsed: update.used, cost: update.cost?.amount };
      }
    }
  }

  apply(session: RestorableSession): void {
    session.unstartedCalls = this.#restorer.unstartedCalls;
    session.messages = this.#restorer.messages();
    session.title = this.#title;
    session.plan = this.#plan;
    session.spent = this.#spent;
    for (const callId of this.#callIds) session.callIds.add(callId);
  }

  /** Values that this version does not know are ignored. */
  #choose(id: string, value: unknown): void {
    if (id === "model" && typeof value === "string") this.#settings.modelId = value;
    const approval = APPROVAL_LEVELS.find((level) => level === value);
    const thinking = THINKING_LEVELS.find((level) => level === value);
    const slot = SLOTS.find((name) => name === value);
    if (id === "approval" && approval !== undefined) this.#settings.approval = approval;
    if (id === "thinking" && thinking !== undefined) this.#settings.thinking = thinking;
    if (id === "slot" && slot !== undefined) this.#settings.slot = slot;
  }

  #addUsage(usage: Usage | undefined): void {
    if (usage === undefined) return;
    const { inputTokens, outputTokens, thoughtTokens, cachedReadTokens, cachedWriteTokens } = usage;
    this.#spent = {
      ...this.#spent,
      inputTokens: this.#spent.inputTokens + inputTokens,
      outputTokens: this.#spent.outputTokens + outputTokens,
      thoughtTokens: this.#spent.thoughtTokens + (thoughtTokens ?? 0),
      cacheReadTokens: this.#spent.cacheReadTokens + (cachedReadTokens ?? 0),
      cacheWriteTokens: this.#spent.cacheWriteTokens + (cachedWriteTokens ?? 0),
    };
  }
}
