// Properties of every transcript: a copy kept by patches equals the snapshot, and chunking makes no difference.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Annotations, ContentBlock, SessionUpdate, ToolCallContent, ToolCallUpdate } from "../generated/types.ts";
import { createEventSequence } from "../session-event-sequence.ts";
import type { SessionEvent, SessionEventBody } from "../session-event.ts";
import { createTranscript, type TranscriptOptions } from "./create-transcript.ts";
import type { Patch } from "./patch.ts";
import type { TranscriptSnapshot } from "./snapshot.ts";

/** A view's copy. Loose on purpose: what a view in any language can do is enough. */
interface Copy {
  items: { readonly id: number; readonly blocks: { text: string }[]; trimmedChars: number }[];
  terminals: { readonly terminalId: string; output: string; trimmedBytes: number }[];
  readonly state: object;
  trimmed: unknown;
}

/** Sees the first snapshot, and then patches only; both through JSON. */
class Mirror {
  readonly copy: Copy;

  constructor(snapshot: TranscriptSnapshot) {
    this.copy = throughJson(snapshot) as Copy;
  }

  apply(patches: readonly Patch[]): void {
    for (const patch of throughJson(patches) as Patch[]) this.#applyOne(patch);
  }

  #applyOne(patch: Patch): void {
    const { copy } = this;
    switch (patch.type) {
      case "item_added":
        copy.items.push(patch.item as never);
        break;
      case "item_changed":
        Object.assign(this.#item(patch.itemId), patch.changes);
        break;
      case "block_added":
        this.#item(patch.itemId).blocks.push(patch.block as never);
        break;
      case "text_appended":
        found(this.#item(patch.itemId).blocks.at(-1)).text += patch.text;
        break;
      case "blocks_trimmed": {
        const { itemId, blocks, chars, trimmedChars } = patch;
        const item = this.#item(itemId);
        item.blocks.splice(0, blocks);
        if (chars > 0) found(item.blocks[0]).text = found(item.blocks[0]).text.slice(chars);
        item.trimmedChars = trimmedChars;
        break;
      }
      case "items_trimmed":
        copy.items.splice(0, patch.count);
        copy.trimmed = patch.trimmed;
        break;
      case "items_removed":
        copy.items.splice(-patch.count);
        break;
      case "items_restored":
        copy.items.push(...(patch.items as never[]));
        break;
      case "terminal_added":
        copy.terminals.push({ ...patch.terminal });
        break;
      case "terminal_changed":
        Object.assign(this.#terminal(patch.terminalId), patch.changes);
        break;
      case "output_appended":
        this.#terminal(patch.terminalId).output += patch.text;
        break;
      case "output_trimmed": {
        const terminal = this.#terminal(patch.terminalId);
        terminal.output = terminal.output.slice(patch.chars);
        terminal.trimmedBytes = patch.trimmedBytes;
        break;
      }
      case "terminals_removed":
        copy.terminals = copy.terminals.filter(({ terminalId }) => !patch.terminalIds.includes(terminalId));
        break;
      case "state_changed":
        Object.assign(copy.state, patch.changes);
    }
  }

  #item(itemId: number): Copy["items"][number] {
    return found(this.copy.items.find((item) => item.id === itemId));
  }

  #terminal(terminalId: string): Copy["terminals"][number] {
    return found(this.copy.terminals.find((terminal) => terminal.terminalId === terminalId));
  }
}

function found<T>(one: T | undefined): T {
  if (one === undefined) throw new Error("A patch names something that the copy does not have");
  return one;
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const word = fc.oneof(fc.constantFrom("a", "go", "go on", "", "😀", "ä"), fc.string({ maxLength: 12 }));
const id = fc.constantFrom("1", "2", "__proto__");
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(arbitrary, fc.constantFrom(null, undefined));
const annotations = maybe(fc.constantFrom<Annotations[]>({ audience: ["user"] }, { priority: 1 }, {}));
const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  { weight: 4, arbitrary: word.map((text): ContentBlock => ({ type: "text", text })) },
  fc.record({ type: fc.constant("text" as const), text: word, annotations }),
  word.map((data): ContentBlock => ({ type: "image", data, mimeType: "image/png" })),
  word.map((uri): ContentBlock => ({ type: "resource_link", uri, name: "n" })),
  word.map((text): ContentBlock => ({ type: "resource", resource: { uri: "file:///a", text } })),
  fc.jsonValue({ maxDepth: 1 }).map((raw): ContentBlock => ({ kind: "unknown", raw })),
);
const status = maybe(
  fc.constantFrom("pending" as const, "in_progress" as const, "completed" as const, "failed" as const),
);
const terminalMeta = fc.record(
  {
    terminal_info: fc.record({ terminal_id: id, cwd: word }, { requiredKeys: [] }),
    terminal_output: fc.record({ terminal_id: id, data: word }, { requiredKeys: [] }),
    terminal_output_delta: fc.oneof(fc.record({ terminal_id: id, data: word }), fc.jsonValue({ maxDepth: 1 })),
    terminal_exit: fc.record({ terminal_id: id, exit_code: maybe(fc.nat(9)), signal: maybe(word) }),
    other: fc.jsonValue({ maxDepth: 1 }),
  },
  { requiredKeys: [] },
);
const toolCallContent: fc.Arbitrary<ToolCallContent> = fc.oneof(
  block.map((content): ToolCallContent => ({ type: "content", content })),
  id.map((terminalId): ToolCallContent => ({ type: "terminal", terminalId })),
);
const toolCall: fc.Arbitrary<ToolCallUpdate> = fc.record(
  {
    toolCallId: id,
    title: maybe(word),
    status,
    rawInput: fc.jsonValue({ maxDepth: 1 }),
    content: maybe(fc.array(toolCallContent, { maxLength: 2 })),
    _meta: maybe(terminalMeta),
  },
  { requiredKeys: ["toolCallId"] },
);
const messageKind = fc.constantFrom("user_message_chunk", "agent_message_chunk", "agent_thought_chunk");
const update = fc.oneof(
  { weight: 6, arbitrary: fc.record({ sessionUpdate: messageKind, content: block, messageId: maybe(id) }) },
  { weight: 3, arbitrary: toolCall.map((fields) => ({ ...fields, sessionUpdate: "tool_call_update" as const })) },
  toolCall.map((fields) => ({ ...fields, sessionUpdate: "tool_call" as const, title: fields.title ?? "T" })),
  word.map((content) => ({
    sessionUpdate: "plan" as const,
    entries: [{ content, priority: "low", status: content }],
  })),
  word.map((name) => ({
    sessionUpdate: "available_commands_update" as const,
    availableCommands: [{ name, description: "d" }],
  })),
  word.map((currentModeId) => ({ sessionUpdate: "current_mode_update" as const, currentModeId })),
  fc.constant({ sessionUpdate: "config_option_update" as const, configOptions: [] }),
  fc.record({ title: maybe(word), updatedAt: maybe(word) }).map((info) => ({
    ...info,
    sessionUpdate: "session_info_update" as const,
  })),
  fc.nat(9).map((used) => ({ sessionUpdate: "usage_update" as const, used, size: 10 })),
  word.map((title) => ({ sessionUpdate: "notice" as const, severity: "info", title })),
  fc.record(
    {
      sessionUpdate: fc.constant("compaction_update" as const),
      compactionId: id,
      status: word,
      summary: maybe(fc.array(block, { maxLength: 3 })),
      error: maybe(word),
    },
    { requiredKeys: ["sessionUpdate", "compactionId", "status"] },
  ),
  fc.record({ sessionUpdate: fc.constant("compaction_summary_chunk" as const), compactionId: id, content: block }),
  fc.jsonValue({ maxDepth: 1 }).map((raw) => ({ kind: "unknown" as const, raw })),
) as fc.Arbitrary<SessionUpdate>;
const agent = { agent: { name: "x" }, agentSessionId: "a", cwd: "/w" };
const options = [{ optionId: "o", name: "Yes", kind: "allow_once" }];
const terminal = fc.record(
  {
    terminalId: id,
    command: fc.option(word, { nil: undefined }),
    cwd: word,
    output: word,
    exit: fc.record({ exitCode: fc.option(fc.nat(9)), signal: fc.option(word) }),
  },
  { requiredKeys: ["terminalId"] },
);
const changes = fc.record(
  {
    files: fc.array(
      fc.record({ path: word, change: word, linesAdded: fc.nat(9) }, { requiredKeys: ["path", "change"] }),
      {
        maxLength: 3,
      },
    ),
    before: id,
    after: id,
    omitted: fc.nat(9),
  },
  { requiredKeys: ["files", "before", "after"] },
);
const body: fc.Arbitrary<SessionEventBody> = fc.oneof(
  { weight: 12, arbitrary: update.map((value): SessionEventBody => ({ type: "update", update: value })) },
  {
    weight: 2,
    arbitrary: fc.array(block, { maxLength: 3 }).map((prompt): SessionEventBody => ({ type: "prompt", prompt })),
  },
  { weight: 4, arbitrary: terminal.map((fields): SessionEventBody => ({ type: "terminal", ...fields })) },
  changes.map((fields): SessionEventBody => ({ type: "changes", ...fields })),
  fc.record({ interactionId: id, toolCall }).map((fields): SessionEventBody => ({
    type: "permission_asked",
    ...fields,
    options,
  })),
  fc.record({ interactionId: id, by: word }).map((fields): SessionEventBody => ({
    type: "permission_answered",
    ...fields,
    outcome: { outcome: "cancelled" },
  })),
  fc.record({ interactionId: id }).map(({ interactionId }): SessionEventBody => ({
    type: "elicitation_asked",
    interactionId,
    request: { kind: "unknown", raw: {} },
  })),
  fc.record({ interactionId: id, by: word }).map((fields): SessionEventBody => ({
    type: "elicitation_answered",
    ...fields,
    response: { action: "decline" },
  })),
  fc.constantFrom<SessionEventBody[]>(
    { type: "stop", stopReason: "end_turn" },
    { type: "stop", error: { code: 1, message: "x" } },
    { type: "agent_crashed", message: "x" },
    { type: "agent_started", ...agent },
    { type: "agent_restarted", ...agent, history: "lost" },
    { type: "mode", modeId: "m" },
    { type: "config", configOptions: [] },
    { type: "compacted" },
    { type: "note", level: "info", text: "x" },
  ),
);
const limits: fc.Arbitrary<TranscriptOptions> = fc.record(
  {
    itemsMax: fc.integer({ min: 0, max: 5 }),
    charsMax: fc.integer({ min: 0, max: 600 }),
    messageCharsMax: fc.integer({ min: 0, max: 80 }),
    terminalBytesMax: fc.integer({ min: 0, max: 20 }),
  },
  { requiredKeys: [] },
);

describe("patches", () => {
  it("keep a copy equal to the snapshot, for any events and limits", () => {
    const property = fc.property(fc.array(body, { maxLength: 60 }), limits, (bodies, options_) => {
      const sequence = createEventSequence("s", { clock: { now: () => 0 } });
      const transcript = createTranscript(options_);
      const mirror = new Mirror(transcript.snapshot());
      for (const one of bodies) {
        mirror.apply(transcript.apply(sequence.next(one)));
        expect(mirror.copy).toEqual(throughJson(transcript.snapshot()));
      }
      const { items, terminals } = transcript.snapshot();
      const countMax = Math.max(1, options_.itemsMax ?? Infinity);
      expect(items.length).toBeLessThanOrEqual(countMax);
      const calls = new Set(items.flatMap((item) => (item.type === "tool_call" ? [item.toolCallId] : [])));
      const loose = terminals.filter(({ toolCallId }) => toolCallId === null);
      expect(loose.length).toBeLessThanOrEqual(countMax);
      // Whatever has an owner goes with it.
      for (const { toolCallId } of terminals) expect(toolCallId === null || calls.has(toolCallId)).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("and snapshots never change afterwards, and are the same whether or not somebody looks in between", () => {
    const property = fc.property(fc.array(body, { maxLength: 60 }), limits, (bodies, options_) => {
      const sequence = createEventSequence("s", { clock: { now: () => 0 } });
      const seen = createTranscript(options_);
      const unseen = createTranscript(options_);
      const given: { readonly value: unknown; readonly asGiven: string }[] = [];
      for (const one of bodies) {
        const event = sequence.next(one);
        const patches = seen.apply(event);
        expect(unseen.apply(event)).toEqual(patches);
        for (const value of [patches, seen.snapshot()]) given.push({ value, asGiven: JSON.stringify(value) });
      }
      expect(unseen.snapshot()).toEqual(seen.snapshot());
      for (const { value, asGiven } of given) expect(JSON.stringify(value)).toBe(asGiven);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe("chunking", () => {
  const message = fc.record({
    sessionUpdate: messageKind,
    messageId: maybe(id),
    text: fc.oneof(word, fc.string({ minLength: 1, maxLength: 40, unit: "binary" })),
  });

  it("makes no difference", () => {
    const plans = fc.array(fc.tuple(message, fc.array(fc.nat(40), { maxLength: 6 })), { maxLength: 12 });
    const prompts = fc.array(word, { maxLength: 1 });
    const property = fc.property(plans, prompts, (messages, prompted) => {
      const whole = createTranscript();
      const cut = createTranscript();
      for (const text of prompted) {
        const prompt: SessionEvent = { ...STAMP, type: "prompt", prompt: [{ type: "text", text }] };
        whole.apply(prompt);
        cut.apply(prompt);
      }
      for (const [{ text, ...fields }, places] of messages) {
        const at = [0, ...places.toSorted((one, other) => one - other), text.length];
        for (const [index, start] of at.entries())
          cut.apply(toChunk(fields, text.slice(start, at[index + 1] ?? start)));
        whole.apply(toChunk(fields, text));
      }
      const stop: SessionEvent = { ...STAMP, type: "stop", stopReason: "end_turn" };
      whole.apply(stop);
      cut.apply(stop);
      expect(cut.snapshot()).toEqual(whole.snapshot());
    });
    fc.assert(property, { numRuns: 500 });
  });
});

const STAMP = { v: 1, seq: 1, at: 0, sessionId: "s" } as const;

function toChunk(fields: { sessionUpdate: string; messageId?: string | null | undefined }, text: string): SessionEvent {
  const chunk = { ...fields, content: { type: "text", text } } as SessionUpdate;
  return { ...STAMP, type: "update", update: chunk };
}
