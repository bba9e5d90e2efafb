// Thoughts of which no word can be read: they come sealed, and go back as they came.
import { expect, it } from "vitest";
import type { Message } from "../message.ts";
import { gather, only, open, request, testEnvironment, user } from "../testing/ask.ts";
import { startRudeServer } from "../testing/rude-server.ts";
import { variablesFor } from "../testing/wires.ts";

function toEvents(events: readonly Readonly<Record<string, unknown>>[]): string {
  return events.map((event) => `event: ${String(event["type"])}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

/** Asks, then asks again with what came; gives what was sent the second time. */
async function roundTrip(id: string, wire: "openai" | "anthropic", answer: string): Promise<string> {
  let sent = "";
  await using server = await startRudeServer((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
  });
  const environment = testEnvironment(variablesFor(wire, server.url), {
    fetch: (input, init) => {
      sent = typeof init?.body === "string" ? init.body : "";
      return fetch(input, init);
    },
  });
  const model = await open(id, environment);
  const asked = request("think", { thinking: "high" });
  const events = await gather(model, asked);
  expect(events.at(-1)).toMatchObject({ type: "finish", reason: "tool_calls" });
  const [thought] = only(events, "thought_end");
  const [call] = only(events, "tool_call");
  const history: Message[] = [
    user("think"),
    { role: "assistant", parts: [{ type: "thought", text: "", provider: thought?.provider }, call!] },
    { role: "tool", results: [{ callId: call!.callId, name: "read_file", isError: false, parts: [] }] },
  ];
  await gather(model, { ...asked, messages: history });
  return sent;
}

it("holds for OpenAI", async () => {
  const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "sealed-by-openai" };
  const call = { type: "function_call", id: "fc_1", call_id: "call_1", name: "read_file", arguments: "{}" };
  const response = { id: "resp_1", created_at: 1, model: "gpt-5.6", output: [], service_tier: null };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const answer = toEvents([
    { type: "response.created", response },
    { type: "response.output_item.added", output_index: 0, item: { ...reasoning, encrypted_content: "" } },
    { type: "response.output_item.done", output_index: 0, item: reasoning },
    { type: "response.output_item.added", output_index: 1, item: { ...call, arguments: "", status: "in_progress" } },
    { type: "response.output_item.done", output_index: 1, item: { ...call, status: "completed" } },
    { type: "response.completed", response: { ...response, usage } },
  ]);
  const sent = await roundTrip("openai/gpt-5.6", "openai", answer);
  expect(sent).toContain(`"encrypted_content":"sealed-by-openai"`);
  expect(sent).toContain(`"call_id":"call_1"`);
});

it("holds for Anthropic", async () => {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "m", type: "message", role: "assistant", model: "m", content: [], usage };
  const answer = toEvents([
    { type: "message_start", message },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "redacted_thinking", data: "sealed-by-anthropic" },
    },
    { type: "content_block_stop", index: 0 },
    {
      type: "content_block_start",
      index: 1,
      content_block: { type: "tool_use", id: "t1", name: "read_file", input: {} },
    },
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage },
    { type: "message_stop" },
  ]);
  const sent = await roundTrip("anthropic/claude-sonnet-5-5", "anthropic", answer);
  expect(sent).toContain(`{"type":"redacted_thinking","data":"sealed-by-anthropic"}`);
});
