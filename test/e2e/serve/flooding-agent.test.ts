// Agents that write as fast as they can: noise, updates, a line without an end. The server stays responsive for everybody else.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ended, post, run, textOf } from "./rest.ts";

/** Answers like an agent, and floods its output from the first prompt on. `flood` is what it writes, as code. Travels as text. */
function flooding(flood: string): readonly string[] {
  return [
    "-e",
    `
  const fs = require("node:fs");
  const send = (frame) => fs.writeSync(1, JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
  const toUpdate = (text) => JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s",
    update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } } }) + "\\n";
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" } });
    else if (method === "session/prompt") {
      const piece = Buffer.from(${flood});
      const write = () => process.stdout.write(piece, write);
      write();
    }
  });
  `,
  ];
}

const agents = {
  noise: flooding('"noise\\n".repeat(20_000)'),
  updates: flooding('toUpdate("word ").repeat(1_000)'),
  endless: flooding('"x".repeat(1 << 20)'),
};

/** A stalled server takes a minute; an answer takes milliseconds, and a hundred times that on a busy machine. */
const RESPONSIVE_MS = 20_000;
const LOOKS = 10;

describe("while an agent floods its output", { timeout: 180_000 }, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer({ agents, hub: { forceMs: 500, agentLimits: { closeSessionMs: 500 } } });
    await run(server, "say Warm", { agent: "script" });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** The slowest of some requests and turns of others. */
  async function slowestMs(): Promise<number> {
    let slowest = 0;
    for (let look = 0; look < LOOKS; look += 1) {
      const startedAt = performance.now();
      await (await server.fetch("/health")).text();
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
    const startedAt = performance.now();
    expect(textOf(await run(server, "say Undisturbed", { agent: "script" }))).toContain("Undisturbed");
    return Math.max(slowest, performance.now() - startedAt);
  }

  it("with noise, other clients are served, and it is stopped with a clear error", async () => {
    const flood = await run(server, "go", { agent: "noise", mode: "async" });
    expect(await slowestMs()).toBeLessThan(RESPONSIVE_MS);
    const { status, error } = await ended(server, flood.run_id);
    expect(status).toBe("failed");
    expect(error?.message).toContain("lines in a minute that are not messages");
  });

  it("with an endless line, other clients are served, and it is stopped with a clear error", async () => {
    const flood = await run(server, "go", { agent: "endless", mode: "async" });
    expect(await slowestMs()).toBeLessThan(RESPONSIVE_MS);
    const { status, error } = await ended(server, flood.run_id);
    expect(status).toBe("failed");
    expect(error?.message).toContain("bytes without the end of a line");
  });

  it("with updates, other clients are served, and it can be cancelled", async () => {
    const flood = await run(server, "go", { agent: "updates", mode: "async" });
    expect(await slowestMs()).toBeLessThan(RESPONSIVE_MS);
    await post(server, `/runs/${flood.run_id}/cancel`, {});
    expect(await ended(server, flood.run_id)).toMatchObject({ status: "cancelled" });
  });
});
