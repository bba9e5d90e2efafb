// A prompt through the loop: settings as they are at each step, updates as they come, and what was said in between.
import type { Agent } from "../acp/agent.ts";
import { continuePlan } from "../loop/continue-plan.ts";
import { runTurn } from "../loop/agent-loop.ts";
import type { LoopEvent, TurnEnd, TurnInput } from "../loop/types.ts";
import type { UserMessage } from "../models/message.ts";
import type { ModelInfo } from "../models/model.ts";
import type { AgentSession } from "../sessions/agent-session.ts";
import { addSpent, toCost } from "../sessions/spent.ts";
import { UpdateWriter } from "../sessions/to-updates.ts";
import type { Turn } from "../sessions/turn.ts";
import type { SessionKit } from "./session-kit.ts";
import { setUpStep } from "./set-up-step.ts";

export interface TurnPlace {
  readonly agent: Agent;
  readonly session: AgentSession;
  readonly kit: SessionKit;
  readonly turn: Turn;
}

/** `unstartedCalls`: the calls with which a turn that was interrupted continues. */
export function runLoop(
  place: TurnPlace,
  prompt: UserMessage,
  unstartedCalls: readonly string[] = [],
): Promise<TurnEnd> {
  const { agent, session, kit, turn } = place;
  const listener = new TurnListener(place);
  const { recorder } = session;
  const input: TurnInput = {
    conversation: kit.conversation,
    prompt,
    unstartedCalls,
    step: async () => {
      const setup = await setUpStep(place);
      listener.model = setup.model.info;
      return setup;
    },
    calls: kit.calls,
    steering: turn.steering,
    continuation: () => continuation(session, listener.model?.isOffline === true),
    pause: async () => {
      recorder.flush();
      if (recorder.isFull) await recorder.room();
      // The event loop gets its turn, so that a cancellation is heard.
      await new Promise((resolve) => setImmediate(resolve));
    },
    budget: turn.budget,
    callIds: kit.callIds,
    signal: turn.signal,
    log: agent.options.log,
    clock: agent.options.clock,
  };
  return runTurn(input, (event) => listener.hear(event));
}

/** On autopilot, while the plan has open points. */
function continuation(session: AgentSession, isOffline: boolean): UserMessage | undefined {
  // A script does what it says and no more.
  if (session.settings.approval !== "autopilot" || isOffline) return undefined;
  return continuePlan(session.plan);
}

/** Turns what the loop tells into updates, and keeps count. */
export class TurnListener {
  readonly #place: TurnPlace;
  readonly #writer: UpdateWriter;
  model: ModelInfo | undefined;

  constructor(place: TurnPlace) {
    const { agent, session } = place;
    this.#place = place;
    this.#writer = new UpdateWriter({
      update: (update) => session.recorder.update(update),
      keep: (update) => session.recorder.record({ type: "update", update: update as never }),
      notice: (severity, text) => agent.notice(session, severity, text),
      showsCompaction: agent.client.supports("session.compaction"),
    });
  }

  hear(event: LoopEvent): void {
    const { session } = this.#place;
    if (event.type === "step_ended") this.#addUsage(event.usage);
    if (event.type === "compacted") {
      const summary = [{ type: "text" as const, text: event.summary }];
      session.recorder.record({ type: "compacted", summary, conversation: event.messages });
      if (event.usage !== undefined) session.spent = addSpent(session.spent, event.usage, this.model?.price);
      session.spent = { ...session.spent, contextUsed: this.#place.kit.conversation.tokens };
      this.#tellUsage();
    }
    this.#writer.write(event);
    // In the log before anything is done: a call that is not there as begun is run again after an interruption.
    if (event.type === "call_started") session.recorder.flush();
  }

  #addUsage(usage: Extract<LoopEvent, { type: "step_ended" }>["usage"]): void {
    const { session } = this.#place;
    session.spent = addSpent(session.spent, usage, this.model?.price);
    if (usage.inputTokens + usage.outputTokens > 0) this.#tellUsage();
  }

  #tellUsage(): void {
    const { session } = this.#place;
    if (this.model === undefined) return;
    const cost = toCost(session.spent);
    session.recorder.update({
      sessionUpdate: "usage_update",
      used: session.spent.contextUsed,
      size: this.model.contextTokens,
      ...(cost === undefined ? {} : { cost }),
    });
  }
}
