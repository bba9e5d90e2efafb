import { silentLog } from "@parley/base";
import { createMarker, createTempFolder, type TempFolder } from "@parley/test-support";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultMcpLimits } from "../../mcp-limits.ts";
import { StdioTransport } from "./stdio-transport.ts";

let folder: TempFolder;
const marker = createMarker();
beforeAll(async () => {
  folder = await createTempFolder();
});
afterAll(async () => {
  await marker.reap();
  await folder[Symbol.asyncDispose]();
});

function create(script: string, limits: Partial<typeof defaultMcpLimits> = {}): StdioTransport {
  const env = Object.entries(marker.env).map(([name, value]) => ({ name, value }));
  const server = { name: "x", command: process.execPath, args: ["-e", script], env };
  return new StdioTransport({ server, cwd: folder.path, limits: { ...defaultMcpLimits, ...limits }, log: silentLog });
}

const closed = (transport: StdioTransport): Promise<void> =>
  new Promise((resolve) => {
    Object.assign(transport, { onclose: resolve });
  });

const STAY = "setInterval(() => {}, 60_000)";

describe("StdioTransport", () => {
  it("gives up a server that never reads, once too much waits for it", async () => {
    const transport = create(STAY, { outboundBytesMax: 1_000_000, closeMs: 200 });
    const over = closed(transport);
    await transport.start();
    const params = { text: "x".repeat(100_000) };
    const sendAll = async (): Promise<void> => {
      for (let times = 0; times < 1_000; times += 1) await transport.send({ jsonrpc: "2.0", method: "m", params });
    };
    await expect(sendAll()).rejects.toThrow(/The server has exited|does not read/);
    await over;
    expect(transport.failure()).toMatchObject({ code: "connection_overflow" });
    await transport.end();
    expect(await marker.find()).toEqual([]);
  });

  it("knows how a server ended before reporting its end", async () => {
    const transport = create("console.error('bye'); process.exit(4)");
    const over = closed(transport);
    await transport.start();
    await over;
    expect(transport.failure()?.message).toMatch(/exited with code 4.*bye/s);
    await expect(transport.send({ jsonrpc: "2.0", method: "m" })).rejects.toThrow(/exited with code 4/);
  });

  it("takes a closed output for the end", async () => {
    const transport = create(`require("node:fs").closeSync(1); ${STAY}`, { closeMs: 200 });
    const over = closed(transport);
    await transport.start();
    await over;
    expect(transport.failure()).toMatchObject({ code: "connection_closed", message: "It closed its output" });
    await transport.end();
    expect(await marker.find()).toEqual([]);
  });

  it("ends one that was still being started", async () => {
    const transport = create(STAY, { closeMs: 200 });
    const starting = transport.start().catch((error: unknown) => error);
    await transport.end();
    expect(await starting).toMatchObject({ code: "request_cancelled" });
    expect(await marker.find()).toEqual([]);
  });

  it("reads batches, and skips what is no message", async () => {
    const transport = create(
      `console.log('[{"jsonrpc":"2.0","method":"a"},3]\\nnonsense\\n{"jsonrpc":"2.0","method":"b"}')`,
    );
    const methods: unknown[] = [];
    Object.assign(transport, { onmessage: (message: { method?: unknown }) => methods.push(message.method) });
    const over = closed(transport);
    await transport.start();
    await over;
    expect(methods).toEqual(["a", "b"]);
  });

  it("answers for an answer that was too long to be read", async () => {
    const script = `
      const long = "x".repeat(200_000);
      console.log(JSON.stringify({ jsonrpc: "2.0", id: 5, result: { long, id: 7 } }));
      console.log(JSON.stringify({ result: { id: 7, long }, jsonrpc: "2.0", id: 6 }));
      console.log(JSON.stringify({ jsonrpc: "2.0", method: "m", params: { long } }));`;
    const transport = create(script, { messageBytesMax: 100_000 });
    const messages: unknown[] = [];
    Object.assign(transport, { onmessage: (message: unknown) => messages.push(message) });
    const over = closed(transport);
    await transport.start();
    await over;
    expect(messages).toMatchObject([
      { id: 5, error: { message: expect.stringMatching(/200\d+ bytes/) } },
      { id: 6, error: { code: -32_000 } },
    ]);
    expect(messages).toHaveLength(2);
  });
});
