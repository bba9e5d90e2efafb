import { cpuMsOf } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { redactFrame, redactText } from "./redact-frame.ts";

function redacted(message: unknown): unknown {
  return JSON.parse(redactFrame(JSON.stringify(message), message));
}

const call = (method: string, params: unknown): unknown => ({ jsonrpc: "2.0", id: 1, method, params });

describe("redactFrame", () => {
  it("takes out every variable and every header, as a list and as a map", () => {
    const message = call("session/new", {
      cwd: "/repo",
      mcpServers: [
        {
          name: "a",
          command: "x",
          args: ["--token", "hunter2", "--port", "80"],
          env: [{ name: "MY_KEY", value: "hunter2" }],
        },
        { type: "http", name: "b", url: "https://me:hunter2@h/x", headers: [{ name: "X-Any", value: "hunter2" }] },
        { name: "c", command: "x", args: [], env: { OTHER: "hunter2" } },
      ],
    });
    expect(JSON.stringify(redacted(message))).not.toContain("hunter2");
    expect(redacted(message)).toMatchObject({
      params: {
        cwd: "/repo",
        mcpServers: [
          { args: ["--token", "…", "--port", "80"], env: [{ name: "MY_KEY", value: "…" }] },
          { name: "b" },
          { env: { OTHER: "…" } },
        ],
      },
    });
  });

  it("takes keys out of prompts, of output, of tool input, and of error data", () => {
    const prompt = call("session/prompt", {
      sessionId: "s",
      prompt: [{ type: "text", text: "use OPENAI_API_KEY=hunter2 please" }],
    });
    expect(redacted(prompt)).toMatchObject({
      params: { sessionId: "s", prompt: [{ type: "text", text: "use OPENAI_API_KEY=… please" }] },
    });
    const update = {
      sessionUpdate: "tool_call",
      toolCallId: "t",
      rawInput: { password: "hunter2", command: "curl -H 'Authorization: Bearer hunter2'" },
    };
    expect(JSON.stringify(redacted(call("session/update", { sessionId: "s", update })))).not.toContain("hunter2");
    expect(
      JSON.stringify(redacted({ jsonrpc: "2.0", id: 1, error: { code: 1, message: "m", data: "token=hunter2" } })),
    ).not.toContain("hunter2");
  });

  it("hides by name what is not the protocol's", () => {
    expect(redacted(call("_x/login", { token: "hunter2", deep: { apiKey: "hunter2" } }))).toMatchObject({
      params: { token: "…", deep: { apiKey: "…" } },
    });
    expect(redacted(call("session/new", { cwd: "/", _meta: { secret: "hunter2", sessionId: "s" } }))).toMatchObject({
      params: { _meta: { secret: "…", sessionId: "s" } },
    });
  });

  it("finds names in JSON that is text", () => {
    const content = '{"apiKey": "hunter2", "port": "80"}';
    expect(redacted({ jsonrpc: "2.0", id: 1, result: { content } })).toMatchObject({
      result: { content: '{"apiKey": "…", "port": "80"}' },
    });
    const nested = JSON.stringify({ file: content });
    expect(redactText(nested)).toBe(nested.replace("hunter2", "…"));
    expect(redactText('{"env":[{"name":"X","value":"hunter2"', true)).toBe('{"env":[{"name":"X","value":"…"');
  });

  it.each([
    `"${"a".repeat(100)}`.repeat(2_000),
    '\\"'.repeat(100_000),
    '"a":"'.repeat(50_000),
    `"a":"${"\\".repeat(200_000)}`,
  ])("takes no longer than the text is long (%#)", (text) => {
    expect(cpuMsOf(() => redactText(text))).toBeLessThan(10_000);
  });

  it("keeps what frames belong together by, and pictures", () => {
    const message = call("session/prompt", {
      sessionId: "sk-aaaaaaaaaaaa",
      prompt: [{ type: "image", mimeType: "image/png", data: `AAAA+AKIAAAAAAAAAAAAAAAA/${"A".repeat(80)}` }],
    });
    expect(redacted(message)).toEqual(message);
    const ids = {
      jsonrpc: "2.0",
      id: "sk-aaaaaaaaaaaa",
      result: { sessionId: "eyJaaaaaaaaaaaa", stopReason: "end_turn" },
    };
    expect(redacted(ids)).toEqual(ids);
  });

  it("changes nothing else, not even the spelling of a number", () => {
    const json = String.raw`{"jsonrpc":"2.0", "id":1.0,"method":"session/update","params":{"n":1e3,"big":12345678901234567890,"t":"\u0041 token=abc"}}`;
    expect(redactFrame(json, JSON.parse(json))).toBe(json.replace(String.raw`"\u0041 token=abc"`, '"A token=…"'));
  });
});
