// Talks to the stub in each wire's own words, for its tests.
import type { StubModel } from "../stub-model.ts";
import type { WireName } from "../wires/wire.ts";

export interface Event {
  readonly event: string | undefined;
  readonly data: unknown;
}

/** The body of a request with one message of the user and one tool. */
export const bodies: Readonly<Record<WireName, (prompt: string, stream: boolean) => Record<string, unknown>>> = {
  "openai-chat": (prompt, stream) => ({
    model: "m",
    stream,
    stream_options: { include_usage: true },
    messages: [
      { role: "system", content: "be good" },
      { role: "user", content: prompt },
    ],
    tools: [{ type: "function", function: { name: "read_file", parameters: SCHEMA } }],
  }),
  "openai-responses": (prompt, stream) => ({
    model: "m",
    stream,
    instructions: "be good",
    input: [{ type: "message", role: "user", content: [{ type: "input_text", text: prompt }] }],
    tools: [{ type: "function", name: "read_file", parameters: SCHEMA }],
  }),
  anthropic: (prompt, stream) => ({
    model: "m",
    max_tokens: 100,
    stream,
    system: [{ type: "text", text: "be good" }],
    messages: [{ role: "user", content: [{ type: "text", text: prompt }] }],
    tools: [{ name: "read_file", input_schema: SCHEMA }],
  }),
  gemini: (prompt) => ({
    systemInstruction: { parts: [{ text: "be good" }] },
    contents: [{ role: "user", parts: [{ text: prompt }] }],
    tools: [{ functionDeclarations: [{ name: "read_file", parametersJsonSchema: SCHEMA }] }],
  }),
};

const SCHEMA = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };

export const paths: Readonly<Record<WireName, (stream: boolean) => string>> = {
  "openai-chat": () => "/v1/chat/completions",
  "openai-responses": () => "/v1/responses",
  anthropic: () => "/v1/messages",
  gemini: (stream) => (stream ? "/v1beta/models/m:streamGenerateContent?alt=sse" : "/v1beta/models/m:generateContent"),
};

export function post({ url }: StubModel, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": "application/json" };
  return fetch(`${url}${path}`, { method: "POST", headers, body: text, signal: signal ?? null });
}

export async function ask<Answer>(model: StubModel, wire: WireName, prompt: string): Promise<Answer> {
  const response = await post(model, paths[wire](false), bodies[wire](prompt, false));
  return (await response.json()) as Answer;
}

export async function askStream(model: StubModel, wire: WireName, prompt: string): Promise<readonly Event[]> {
  const response = await post(model, paths[wire](true), bodies[wire](prompt, true));
  return parseEvents(await response.text());
}

function parseEvents(text: string): readonly Event[] {
  return text
    .split("\n\n")
    .filter((block) => block !== "")
    .map((block) => {
      const [, event] = /^event: (.*)$/m.exec(block) ?? [];
      const [, data = ""] = /^data: (.*)$/m.exec(block) ?? [];
      return { event, data: data.startsWith("{") ? (JSON.parse(data) as unknown) : data };
    });
}
