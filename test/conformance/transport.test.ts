// What is in the pipes between our client and our agent, byte by byte.
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { connectToAgent } from "@parley/acp";
import { createNdjsonTransport } from "@parley/rpc";
import { bundleProgram, judgeFrames, scriptedAgent, startProgram, type RecordedFrame } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { codeOf, rawClient } from "./raw-client.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("stdio");

/** Newlines of every kind, characters of every length, and what looks like an end of a line to some. */
const AWKWARD = 'line\nline\r\nline\u2028line\u2029\u0085 ä€😀 \u0000\u001B[31m \\n "{}" \uFFFE';

describe.each(wires)("bytes over %s", (wire) => {
  it("our agent writes UTF-8, one message per line, and nothing else", async () => {
    verifies("WIRE-001", "WIRE-002", "WIRE-003");
    await using agent = startProgram(await bundleProgram(scriptedAgent.main));
    const chunks: Buffer[] = [];
    agent.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    const requests = [
      { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1 } },
      { jsonrpc: "2.0", id: 1, method: "_parley/echo", params: { AWKWARD } },
    ];
    agent.stdin.write("this is not JSON\n");
    for (const request of requests) agent.stdin.write(`${JSON.stringify(request)}\n`);
    agent.stdin.end();
    await once(agent.stdout, "end");
    const frames = toFrames(Buffer.concat(chunks));
    expect(frames).toMatchObject([{ id: null }, { id: 0 }, { id: 1, result: { AWKWARD } }]);
    expect(agent.stderr()).toBe("");
  });

  it("our client writes UTF-8, one message per line, and nothing else", async () => {
    verifies("WIRE-001", "WIRE-002", "WIRE-004");
    const toAgent = new PassThrough();
    const chunks: Buffer[] = [];
    toAgent.on("data", (chunk: Buffer) => chunks.push(chunk));
    const toClient = new PassThrough();
    const agent = connectToAgent(createNdjsonTransport(toClient, toAgent), () => ({}));
    const initialized = agent.request("initialize", { protocolVersion: 1 });
    toClient.write('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}\n');
    await initialized;
    const prompted = agent.request("session/prompt", { sessionId: "s", prompt: [{ type: "text", text: AWKWARD }] });
    toClient.write(
      'garbage\n{"jsonrpc":"2.0","id":9,"method":"_x/y"}\n{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}\n',
    );
    await prompted;
    agent.notify("session/cancel", { sessionId: AWKWARD });
    await agent.close();
    const frames = toFrames(Buffer.concat(chunks));
    expect(frames).toMatchObject([
      { method: "initialize" },
      { method: "session/prompt", params: { prompt: [{ text: AWKWARD }] } },
      { id: 9, error: { code: -32601 } },
      { method: "session/cancel", params: { sessionId: AWKWARD } },
    ]);
    const sent = frames.map((frame): RecordedFrame => ({ from: "client", frame }));
    expect(judgeFrames([...sent.slice(0, 2), ...sent.slice(3)])).toEqual([]);
  });

  it("our agent answers what is not JSON with −32700 and id null, and goes on", async () => {
    verifies("RPC-007", "RPC-012");
    await using client = await rawClient(wire);
    for (const garbage of ["hello", "{", '{"jsonrpc":"2.0",}', "\u001B[31mred\u001B[0m"]) {
      const count = client.heard.items.length;
      client.child?.stdin.write(`${garbage}\n`);
      const fence = await client.ask(`fence-${count}`, "_parley/echo", {});
      expect(fence).toMatchObject({ result: {} });
      const answer = client.heard.items[count];
      expect(answer).toMatchObject({ id: null });
      expect(codeOf(answer ?? {})).toBe(-32700);
    }
  });
});

/** Fails unless the bytes are valid UTF-8 and every line is one JSON message. */
function toFrames(bytes: Uint8Array): unknown[] {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}
