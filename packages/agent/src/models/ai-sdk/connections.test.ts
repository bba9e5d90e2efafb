// What becomes of the connection: half answers, options that are rejected, and who hangs up when.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { gather, only, open, request, testEnvironment, textOf } from "../testing/ask.ts";
import { startRudeServer } from "../testing/rude-server.ts";
import { variablesFor, WIRES, type WireProvider } from "../testing/wires.ts";

const frame = (data: Readonly<Record<string, unknown>>): string =>
  `${typeof data["type"] === "string" ? `event: ${data["type"]}\n` : ""}data: ${JSON.stringify(data)}\n\n`;

/** The beginning of an answer, up to its first words. */
const HALF: Readonly<Record<WireProvider, string>> = {
  "openai-compatible": frame({ id: "x", choices: [{ index: 0, delta: { content: "half" } }] }),
  openai: [
    { type: "response.created", response: { id: "r", created_at: 1, model: "m" } },
    { type: "response.output_item.added", output_index: 0, item: { type: "message", id: "i" } },
    { type: "response.output_text.delta", item_id: "i", delta: "half" },
  ]
    .map(frame)
    .join(""),
  anthropic: [
    {
      type: "message_start",
      message: { id: "m", model: "m", role: "assistant", content: [], usage: { input_tokens: 1, output_tokens: 1 } },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "half" } },
  ]
    .map(frame)
    .join(""),
  google: frame({ candidates: [{ content: { role: "model", parts: [{ text: "half" }] } }] }),
};

function beginStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { "content-type": "text/event-stream" });
}

describe.each(WIRES)("%s", (wire) => {
  it("makes a bad response of half an answer, and lets stand what came", async () => {
    await using server = await startRudeServer((response) => void beginStream(response).end(HALF[wire]));
    const environment = testEnvironment(variablesFor(wire, server.url));
    const events = await gather(await open(`${wire}/m`, environment), request("hello"));
    expect(textOf(events)).toBe("half");
    expect(events.at(-1)).toMatchObject({ type: "failure", failure: { kind: "bad_response" } });
    expect(environment.waits).toEqual([]);
  });

  it("tries again when the stream was empty", async () => {
    await using server = await startRudeServer((response) => void beginStream(response).end());
    const environment = testEnvironment(variablesFor(wire, server.url), { limits: { attemptsMax: 2 } });
    const events = await gather(await open(`${wire}/m`, environment), request("hello"));
    expect(events).toMatchObject([{ type: "retry" }, { type: "failure", failure: { kind: "bad_response" } }]);
  });

  it("closes the connection when the stream is cancelled", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    await using server = await startRudeServer((response) => {
      closed = once(response, "close");
      beginStream(response).write(HALF[wire]);
    });
    const model = await open(`${wire}/m`, testEnvironment(variablesFor(wire, server.url)));
    for await (const event of model.stream(request("hello"), new AbortController().signal)) {
      expect(event).toEqual({ type: "text", text: "half" });
      break;
    }
    await closed;
  });
});

it("uses a connection again after a whole answer, although its end came late", async () => {
  const rest = [
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  let closed: Promise<unknown> = Promise.resolve();
  await using server = await startRudeServer((response) => {
    closed = once(response, "close");
    // The end of the body follows in a packet of its own.
    beginStream(response).write(`${HALF.anthropic}${rest.map(frame).join("")}`, () =>
      setImmediate(() => response.end()),
    );
  });
  const model = await open("anthropic/m", testEnvironment(variablesFor("anthropic", server.url)));
  const turns = 5;
  for (let turn = 0; turn < turns; turn += 1) {
    expect((await gather(model, request("hello"))).at(-1)).toMatchObject({ type: "finish", reason: "stop" });
    await closed;
  }
  expect(server.paths).toHaveLength(turns);
  expect(server.connections()).toBeLessThan(turns);
});

describe("an option that the server rejects", () => {
  const refuse = (response: ServerResponse, message: string): void => {
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code: null } }));
  };

  it("is not made again, and everything else is", async () => {
    const bodies: string[] = [];
    await using server = await startRudeServer((response) => {
      const isAsked = bodies.at(-1)?.includes(`"summary"`) === true;
      if (isAsked) refuse(response, "Your organization must be verified to generate reasoning summaries.");
      else refuse(response, "That is all.");
    });
    const environment = testEnvironment(variablesFor("openai", server.url), {
      fetch: (input, init) => {
        bodies.push(typeof init?.body === "string" ? init.body : "");
        return fetch(input, init);
      },
    });
    const model = await open("openai/gpt-5.6", environment);
    const asked = request("hello", { thinking: "high" });
    const events = await gather(model, asked);
    expect(only(events, "retry")).toHaveLength(1);
    expect(only(events, "failure")[0]?.failure.message).toContain("That is all.");
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toContain(`"effort":"high"`);
    await gather(model, asked);
    expect(bodies).toHaveLength(3);
    expect(bodies[2]).not.toContain(`"summary"`);
  });

  it("is no reason to try for ever", async () => {
    await using server = await startRudeServer((response) => refuse(response, "thinking: not here"));
    const environment = testEnvironment(variablesFor("anthropic", server.url));
    const events = await gather(await open("anthropic/m", environment), request("hello", { thinking: "low" }));
    expect(events.map(({ type }) => type)).toEqual(["retry", "failure"]);
  });
});
