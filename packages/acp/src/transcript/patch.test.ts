// Properties of every transcript: a copy kept by patches equals the snapshot, and chunking makes no difference.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContentBlock, SessionUpdate, ToolCallUpdate } from "../generated/types.ts";
import { createEventSequence } from "../session-event-sequence.ts";
import type { SessionEvent, SessionEventBody } from "../session-event.ts";
import { createTranscript, type TranscriptOptions } from "./create-transcript.ts";
import type { Patch } from "./patch.ts";
import type { TranscriptSnapshot } from "./snapshot.ts";

/** What a view does that sees patches only, through JSON. */
class Mirror {
  // Loose on purpose: a view written in any language does no more than this.
  readonly #copy: {
    items: { id: number; blocks: { text: string }[]; trimmedChars: number }[];
    terminals: { terminalId: string; output: string; trimmedBytes: number }[];
    state: object;
    trimmed: unknown;
  };

  constructor(snapshot: TranscriptSnapshot) {
    this.#copy = JSON.parse(JSON.stringify(snapshot));
  }

  get copy(): unknown {
    return this.#copy;
  }

  apply(patches: readonly Patch[]): void {
    for (const patch of JSON.parse(JSON.stringify(patches)) as Patch[]) this.#applyOne(patch);
  }

  #applyOne(patch: Patch): void {
    const { items, terminals, state } = this.#copy;
    const item = "itemId" in patch ? find(items, ({ id }) => id === patch.itemId) : undefined;
    const terminal =
      "terminalId" in patch ? find(terminals, ({ terminalId }) => terminalId === patch.terminalId) : undefined;
    switch (patch.type) {
      case "item_added":
        return void items.push(patch.item as never);
      case "item_changed":
        return void Object.assign(item ?? {}, patch.changes);
      case "block_added":
        return void item?.blocks.push(patch.block as never);
      case "text_appended":
        find(item?.blocks ?? [], (_, index) => index === (item?.blocks.length ?? 0) - 1).text += patch.text;
        return;
      case "blocks_trimmed": {
        item?.blocks.splice(0, patch.blocks);
        const first = item?.blocks[0];
        if (first && patch.chars > 0) first.text = first.text.slice(patch.chars);
        return void Object.assign(item ?? {}, { trimmedChars: patch.trimmedChars });
      }
      case "items_trimmed":
        items.splice(0, patch.count);
        this.#copy.trimmed = patch.trimmed;
        return;
      case "terminal_added":
        return void terminals.push(patch.terminal as never);
      case "terminal_changed":
        return void Object.assign(terminal ?? {}, patch.changes);
      case "output_appended":
        return void Object.assign(terminal ?? {}, { output: (terminal?.output ?? "") + patch.text });
      case "output_trimmed": {
        const { chars, trimmedBytes } = patch;
        return void Object.assign(terminal ?? {}, { output: terminal?.output.slice(chars), trimmedBytes });
      }
      case "terminals_removed":
        this.#copy.terminals = terminals.filter(({ terminalId }) => !patch.terminalIds.includes(terminalId));
        return;
      case "state_changed":
        return void Object.assign(state, patch.changes);
    }
  }
}

function find<T>(list: readonly T[], isMeant: (one: T, index: number) => boolean): T {
  const found = list.find(isMeant);
  if (found === undefined) throw new Error("A patch names something that the copy does not have");
  return found;
}

const word = fc.oneof(fc.constantFrom("a", "go", "go on", "", "😀", "ä"), fc.string({ maxLength: 12 }));
const id = fc.constantFrom("1", "2", "__proto__");
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(arbitrary, fc.constantFrom(null, undefined));
const annotations = maybe(fc.constantFrom({ audience: ["user" as const] }, { priority: 1 }, {}));
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
const toolCall: fc.Arbitrary<ToolCallUpdate> = fc.record(
  {
    toolCallId: id,
    title: maybe(word),
    status,
    rawInput: fc.jsonValue({ maxDepth: 1 }),
    content: maybe(
      fc.array(
        block.map((content) => ({ type: "content" as const, content })),
        { maxLength: 2 },
      ),
    ),
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
const body: fc.Arbitrary<SessionEventBody> = fc.oneof(
  { weight: 12, arbitrary: update.map((value): SessionEventBody => ({ type: "update", update: value })) },
  {
    weight: 2,
    arbitrary: fc.array(block, { maxLength: 3 }).map((prompt): SessionEventBody => ({ type: "prompt", prompt })),
  },
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
  it("keep a copy equal to the snapshot, whatever comes, within any limits", () => {
    const property = fc.property(fc.array(body, { maxLength: 60 }), limits, (bodies, options_) => {
      const sequence = createEventSequence("s", { clock: { now: () => 0 } });
      const transcript = createTranscript(options_);
      const mirror = new Mirror(transcript.snapshot());
      for (const one of bodies) {
        mirror.apply(transcript.apply(sequence.next(one)));
        expect(mirror.copy).toEqual(JSON.parse(JSON.stringify(transcript.snapshot())));
      }
      const { items } = transcript.snapshot();
      expect(items.length).toBeLessThanOrEqual(Math.max(1, options_.itemsMax ?? Infinity));
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("are the same whether or not somebody looks in between", () => {
    const property = fc.property(fc.array(body, { maxLength: 60 }), limits, (bodies, options_) => {
      const sequence = createEventSequence("s", { clock: { now: () => 0 } });
      const seen = createTranscript(options_);
      const unseen = createTranscript(options_);
      for (const one of bodies) {
        const event = sequence.next(one);
        expect(unseen.apply(event)).toEqual(seen.apply(event));
        seen.snapshot();
      }
      expect(unseen.snapshot()).toEqual(seen.snapshot());
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
    const prompts = fc.option(word);
    const property = fc.property(plans, prompts, (messages, prompt) => {
      const whole = createTranscript();
      const cut = createTranscript();
      for (const transcript of prompt === null ? [] : [whole, cut]) {
        transcript.apply({ ...STAMP, type: "prompt", prompt: [{ type: "text", text: prompt }] });
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
