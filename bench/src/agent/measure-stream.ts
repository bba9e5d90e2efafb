// What our agent uses for each update that it streams, and how soon the first one follows the model's first token.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { inTempFolder } from "../command-line.ts";
import { median } from "../statistics.ts";
import { startOwn } from "./own-agent.ts";

const US_PER_MS = 1000;
const FIRST_TOKENS = 15;

/** CPU of the whole process for each update, from prompt to answer, with the model that needs nothing. */
export function measureUpdate(count: number, textBytes: number, flags: readonly string[]): Promise<number> {
  return inTempFolder(async (folder) => {
    await using agent = await startOwn(folder, {}, flags);
    const sessionId = await agent.newSession(join(folder, "work"));
    await agent.idle();
    // The first turn loads what turns need, and has the hot path compiled.
    await agent.prompt(sessionId, `stream ${Math.ceil(count / 10)} ${textBytes}`);
    const before = agent.cpuMs();
    await agent.prompt(sessionId, `stream ${count} ${textBytes}`);
    return ((agent.cpuMs() - before) * US_PER_MS) / count;
  });
}

/** From the moment a model server has written its first token to the moment the client has the first update. */
export function measureFirstUpdate(): Promise<number> {
  return inTempFolder(async (folder) => {
    let tokenMs = 0;
    const server = createServer((request, response) => {
      request.resume();
      request.once("end", () => {
        if (request.method === "POST") tokenMs = sendAnswer(response);
        else response.end(JSON.stringify({ data: [{ id: "m" }] }));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    try {
      await using agent = await startOwn(folder, { OPENAI_BASE_URL: url, PARLEY_MODEL: "openai-compatible/m" });
      const sessionId = await agent.newSession(join(folder, "work"));
      await agent.idle();
      await agent.prompt(sessionId, "hello");
      const samples: number[] = [];
      for (let turn = 0; turn < FIRST_TOKENS; turn += 1) {
        await agent.prompt(sessionId, "hello");
        samples.push(agent.firstChunkMs - tokenMs);
      }
      return median(samples);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
}

/** The first token, then the rest a little later. Says when the first was written. */
function sendAnswer(response: ServerResponse): number {
  const send = (delta: object, finish: string | null): boolean =>
    response.write(`data: ${JSON.stringify({ id: "1", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  const tokenMs = performance.now();
  send({ role: "assistant", content: "Hello" }, null);
  setTimeout(() => {
    send({}, "stop");
    response.end("data: [DONE]\n\n");
  }, 50);
  return tokenMs;
}
