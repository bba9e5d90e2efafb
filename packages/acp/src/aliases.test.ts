// Each row of the alias table: what the other system sends, and what it is read as.
import { describe, expect, test } from "vitest";
import type { WovenAlias } from "./alias-rows.ts";
import { canonicalMethod, METHOD_ALIASES, WOVEN_ALIASES } from "./aliases.ts";
import { decoders, type Decoded } from "./decode.ts";
import type { Sample, Samples } from "./testing/alias-sample.ts";
import { sessionSamples } from "./testing/session-samples.ts";
import { updateSamples } from "./testing/update-samples.ts";

const STDIO = { name: "files", command: "mcp-files", args: [] };
const VERSION = { protocolVersion: 1 };
const SAMPLES: Samples = { ...sessionSamples, ...updateSamples };

test("every row has a sample, and every sample a row", () => {
  expect(WOVEN_ALIASES.map(describeAlias).toSorted()).toEqual(Object.keys(SAMPLES).toSorted());
});

describe.each(WOVEN_ALIASES.map(describeAlias))("%s", (row) => {
  const samples = SAMPLES[row] ?? [];
  test.each((isSample(samples) ? [samples] : samples) as Sample[])("%s %j", (def, sent, readAs) => {
    expect(decoders[def](structuredClone(sent))).toMatchObject({ ok: true, value: readAs });
    expect(Object.keys(valueOf(decoders[def](structuredClone(sent))))).toHaveLength(
      Object.keys(readAs as object).length,
    );
  });
});

test("the field of the schema wins over its alias, which then is an unknown field like any other", () => {
  const both = { methodId: "right", authMethodId: "wrong" };
  expect(decoders.AuthenticateRequest({ ...both })).toEqual({ ok: true, value: both, repairs: [] });
});

test("what cannot be converted fails as if there were no alias", () => {
  expect(decoders.McpServer({ ...STDIO, env: { A: 1 } })).toMatchObject({
    error: { message: "/env/0/value: expected string" },
  });
  expect(decoders.McpServer({ name: "x", transport: 3 })).toMatchObject({
    error: { message: "/command: expected string" },
  });
  expect(decoders.SessionNotification({ sessionId: "s", sessionUpdate: 4 })).toMatchObject({
    error: { message: "/update: expected object" },
  });
  expect(decoders.ContentBlock({ type: "resource", resource: { text: { uri: "x" } } })).toMatchObject({
    error: { message: "/resource: expected object with text or blob" },
  });
});

test.each<[def: keyof Decoded, sent: object, message: string]>([
  [
    "RequestPermissionRequest",
    { sessionId: "s", toolCall: { title: "x" }, options: [] },
    "/toolCall/toolCallId: expected string",
  ],
  ["RequestPermissionRequest", { sessionId: "s", options: [7] }, "/options/0: expected object"],
  ["RequestPermissionRequest", { sessionId: "s", toolCallId: "t" }, "/options: expected array"],
  ["RequestPermissionResponse", { option: 7 }, "/outcome: expected object"],
  ["NewSessionRequest", { mcpServers: [] }, "/cwd: expected string"],
  ["LoadSessionRequest", { sessionId: "s", cwd: 7 }, "/cwd: expected string"],
  ["LoadSessionRequest", { sessionId: "s", mcpServers: {} }, "/mcpServers: expected array"],
  ["SessionUpdate", { type: "text", text: 7 }, "/content/text: expected string"],
  ["SessionUpdate", { type: "thinking" }, "/content/text: expected string"],
  ["SessionUpdate", { type: "tool_result" }, "/toolCallId: expected string"],
  ["SessionUpdate", { type: "tool_call", toolCall: 7 }, "/toolCallId: expected string"],
  ["SessionUpdate", { type: "plan", plan: "all" }, "/entries: expected array"],
  ["PlanEntry", { priority: "high" }, "/content: expected string"],
  ["ContentBlock", { type: "image", imageUrl: 7 }, "/data: expected string"],
  ["ContentBlock", { type: "image", uri: "https://example.com/a.png" }, "/data: expected string"],
  ["Diff", { newText: 7 }, "/newText: expected string"],
  ["Diff", {}, "/newText: expected string"],
  ["PromptRequest", { sessionId: "s", prompt: [{ type: "text" }] }, "/prompt/0/text: expected string"],
  ["TerminalOutputResponse", { exitCode: 1 }, "/output: expected string"],
  ["TerminalOutputResponse", { output: "", truncated: "no" }, "/truncated: expected boolean"],
])("what is neither in the schema nor in the table is refused: %s %j", (def, sent, message) => {
  expect(decoders[def](sent)).toMatchObject({ ok: false, error: { message } });
});

test("a field that is copied may be nested deeper than the stack", () => {
  const deep = JSON.parse(`${"[".repeat(200_000)}${"]".repeat(200_000)}`) as unknown;
  const result = decoders.InitializeResponse({ ...VERSION, capabilities: { loadSession: true, deep } });
  expect(result).toMatchObject({ ok: true, value: { agentCapabilities: { loadSession: true } } });
});

test("a nested form cannot change the prototype", () => {
  const sent = JSON.parse('{"text":{"uri":"u","text":"t","__proto__":{"polluted":true}}}') as unknown;
  const value = valueOf(decoders.EmbeddedResourceResource(sent));
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

describe("canonicalMethod", () => {
  test.each(METHOD_ALIASES)("$from → $to", ({ from, to }) => expect(canonicalMethod(from)).toBe(to));
  test.each(["session/prompt", "authenticate", "_x/y", ""])("%j stays", (name) => {
    expect(canonicalMethod(name)).toBe(name);
  });
});

function isSample(samples: Sample | readonly Sample[]): samples is Sample {
  return typeof samples[0] === "string";
}

function valueOf(result: { readonly ok: boolean; readonly value?: unknown }): object {
  return result.value as object;
}

function describeAlias(alias: WovenAlias): string {
  if (alias.kind === "field") return `${alias.at} ← ${alias.from}${alias.when ? ` as ${alias.when}` : ""}`;
  if (alias.kind === "absent") return `${alias.at} absent`;
  if (alias.kind === "form") return `${alias.at} as ${alias.when}`;
  if (alias.kind === "object" || alias.kind === "owner") return `${alias.at} ${alias.reshape}`;
  const condition = alias.kind === "tag" && alias.having ? ` with ${alias.having}` : "";
  return `${alias.at} ${alias.from}${condition} → ${alias.to}`;
}
