// Turns a session's events into patches and snapshots. The work per event does not grow with the session.
import type { SessionEvent } from "../session-event.ts";
import { describeStep } from "./describe-step.ts";
import { applyUpdate, type Parts } from "./apply-update.ts";
import { Compactions } from "./compactions.ts";
import { Interactions } from "./interactions.ts";
import { ItemList } from "./item-list.ts";
import type { AgentCrashedItem, AgentRestartedItem, ChangesItem, NoteItem, StopItem, UnknownItem } from "./items.ts";
import { defaultTranscriptLimits, type TranscriptLimits } from "../limits.ts";
import { Messages } from "./messages.ts";
import type { Emit, Patch } from "./patch.ts";
import { Rewinds } from "./rewinds.ts";
import { SessionState } from "./session-state.ts";
import type { TranscriptSnapshot } from "./snapshot.ts";
import { Terminals } from "./terminals.ts";
import { ToolCalls } from "./tool-calls.ts";

export interface Transcript {
  /** The latest applied event; 0 before the first. A view that has the snapshot continues after this one. */
  readonly lastSeq: number;
  /** Events come in the order of the log, each once. */
  apply(event: SessionEvent): readonly Patch[];
  /** Drops the items up to and including this event, as limits would. */
  trim(throughSeq: number): readonly Patch[];
  /** Unchanged parts are the same objects as in the snapshot before. */
  snapshot(): TranscriptSnapshot;
}

export type TranscriptOptions = Partial<TranscriptLimits>;

export function createTranscript(options: TranscriptOptions = {}): Transcript {
  const limits = { ...defaultTranscriptLimits, ...options };
  let patches: Patch[] = [];
  const parts = createParts(limits, (patch) => {
    // Most events make one patch, and an array literal reserves less memory than a push into an empty array.
    if (patches.length === 0) patches = [patch];
    else patches.push(patch);
  });
  let lastSeq = 0;
  let latest: TranscriptSnapshot | undefined;
  return {
    get lastSeq() {
      return lastSeq;
    },
    apply(event) {
      patches = [];
      lastSeq = event.seq;
      applyEvent(parts, event);
      keepWithin(parts, limits);
      if (patches.length > 0) latest = undefined;
      return patches;
    },
    trim(throughSeq) {
      patches = [];
      const count = parts.items.countThrough(throughSeq);
      if (count === 0) return patches;
      removeOldest(parts, count);
      latest = undefined;
      return patches;
    },
    snapshot() {
      const { items, terminals, state } = parts;
      latest ??= { items: items.view(), terminals: terminals.view(), state: state.current, trimmed: items.trimmed };
      return latest;
    },
  };
}

function createParts(limits: TranscriptLimits, emit: Emit): Parts {
  const { itemsMax, charsMax, messageCharsMax, terminalBytesMax } = limits;
  const items = new ItemList({
    emit,
    messageCharsMax: Math.min(messageCharsMax, charsMax),
    beforeAdd: () => messages.settle(),
  });
  const messages = new Messages(items);
  const terminals = new Terminals({ emit, items, terminalBytesMax, charsMax, looseMax: itemsMax });
  return {
    items,
    messages,
    terminals,
    toolCalls: new ToolCalls(items, terminals),
    interactions: new Interactions(items),
    compactions: new Compactions(items),
    rewinds: new Rewinds(items),
    state: new SessionState(emit),
  };
}

function keepWithin({ items, terminals }: Parts, { itemsMax, charsMax }: TranscriptLimits): void {
  const itemCharsMax = charsMax - terminals.looseChars;
  if (items.count <= itemsMax && items.chars <= itemCharsMax) return;
  const over = items.countOver(itemsMax, itemCharsMax);
  if (over > 0) removeOldest({ items, terminals }, over);
}

function removeOldest({ items, terminals }: Pick<Parts, "items" | "terminals">, count: number): void {
  items.removeOldest(count);
  terminals.removeLooseThrough(items.trimmed.throughSeq);
}

function applyEvent(parts: Parts, event: SessionEvent): void {
  const { items, messages, toolCalls, terminals, interactions, compactions, rewinds, state } = parts;
  const { running } = state.current;
  const { seq, at } = event;
  switch (event.type) {
    case "prompt":
      rewinds.prompted();
      messages.prompt(event);
      return state.setRunning(true);
    case "update":
      return applyUpdate(parts, event, event.update);
    case "permission_asked":
      toolCalls.upsert(event, event.toolCall);
      return interactions.permissionAsked(event, running);
    case "permission_answered":
      return interactions.permissionAnswered(event);
    case "elicitation_asked":
      return interactions.elicitationAsked(event, running);
    case "elicitation_answered":
      return interactions.elicitationAnswered(event);
    case "stop": {
      const { stopReason = null, error = null, usage = null } = event;
      endTurn(parts, false);
      items.add<StopItem>({ id: items.takeId(), seq, at, type: "stop", stopReason, error, usage });
      return;
    }
    case "mode":
      return state.setMode(event);
    case "config":
      return state.change({ configOptions: event.configOptions });
    case "agent_started":
      return state.setAgent(event);
    case "agent_crashed": {
      const { message, exitCode = null, signal = null } = event;
      endTurn(parts, true);
      items.add<AgentCrashedItem>({ id: items.takeId(), seq, at, type: "agent_crashed", message, exitCode, signal });
      return;
    }
    case "agent_restarted":
      state.setAgent(event);
      items.add<AgentRestartedItem>({ id: items.takeId(), seq, at, type: "agent_restarted", history: event.history });
      return;
    case "compacted":
      return compactions.compacted(event);
    case "terminal":
      return terminals.report(event, event);
    case "changes": {
      const { files, before, after, omitted = 0 } = event;
      items.add<ChangesItem>({ id: items.takeId(), seq, at, type: "changes", files, before, after, omitted });
      return;
    }
    case "note":
      items.add<NoteItem>({ id: items.takeId(), seq, at, type: "note", level: event.level, text: event.text });
      return;
    case "rewound":
      rewinds.apply(event);
      return addStep(parts, event);
    case "review":
    case "routed":
    case "plan_proposed":
    case "handed_over":
    case "cleared":
      return addStep(parts, event);
    case "unknown":
      items.add<UnknownItem>({ id: items.takeId(), seq, at, type: "unknown", raw: event.raw });
  }
}

function addStep({ items }: Parts, event: Parameters<typeof describeStep>[0]): void {
  const { seq, at, type: step } = event;
  items.add<NoteItem>({ id: items.takeId(), seq, at, type: "note", level: "info", text: describeStep(event), step });
}

/** When the agent has exited, its questions outside of turns lapse as well. */
function endTurn({ messages, interactions, state }: Parts, agentIsGone: boolean): void {
  messages.endTurn();
  interactions.lapse(agentIsGone);
  state.setRunning(false);
}
