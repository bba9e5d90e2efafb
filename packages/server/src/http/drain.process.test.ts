// How the server ends: nothing new, turns within their grace, streams ended as a whole, no connection left.
import { openTestServer } from "@parley/test-support/server";
import { once } from "node:events";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { readEvents } from "../testing/read-events.ts";
import { createSmallDialect } from "../testing/small-dialect.ts";

it("refuses new work while a turn finishes, then closes", async () => {
  await using server = await openTestServer({ dialects: [createSmallDialect().create] });
  const { hub } = server;
  const session = await hub.sessions.create({ agent: "script" });
  const turn = await hub.turns.start({ sessionId: session.id, prompt: [{ type: "text", text: "wait 600000" }] });

  let isClosed = false;
  const closed = server.server.close({ graceMs: 30_000 }).then(() => (isClosed = true));
  const refused = await server.fetch("/small/body", { method: "POST", body: "x" });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.json()).toMatchObject({ code: "server_draining" });
  expect((await server.fetch("/ready")).status).toBe(503);
  expect((await server.fetch("/health")).status).toBe(200);
  expect((await server.fetch("/small/events")).status).toBe(503);
  expect(isClosed).toBe(false);

  await hub.turns.cancel(turn.id);
  await closed;
  expect((await hub.turns.ended(turn.id)).state).toBe("cancelled");
  await expect(fetch(`${server.url}/health`)).rejects.toThrow("fetch failed");
});

it("does not wait for a turn that waits for an answer, and leaves its question open", async () => {
  await using server = await openTestServer({ dialects: [] });
  const { hub } = server;
  const session = await hub.sessions.create({ agent: "script" });
  const turn = await hub.turns.start({ sessionId: session.id, prompt: [{ type: "text", text: "ask Go on?" }] });
  expect((await hub.turns.settled(turn.id)).state).toBe("awaiting");
  await server.server.close({ graceMs: 600_000 });
  expect((await hub.turns.get(turn.id)).state).toBe("awaiting");
});

it("fails turns that are still running after the grace period", async () => {
  await using server = await openTestServer({ dialects: [] });
  const { hub } = server;
  const session = await hub.sessions.create({ agent: "script" });
  const turn = await hub.turns.start({ sessionId: session.id, prompt: [{ type: "text", text: "wait 600000" }] });
  await server.server.close({ graceMs: 0 });
  expect((await hub.turns.get(turn.id)).state).toBe("failed");
});

it("ends streams completely and closes sockets, even those that a dialect still waits for", async () => {
  const dialect = createSmallDialect();
  const log: string[] = [];
  await using server = await openTestServer({
    dialects: [dialect.create],
    limits: { closeMs: 1_000 },
    log: { write: (_level, message) => log.push(message) },
  });
  const reader = await readEvents(`${server.url}/small/events`, server.token);
  const stream = await dialect.nextStream();
  stream.send({ id: 3, data: "three" });
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/small/socket`, [`parley.token.${server.token}`]);
  await once(socket, "message");
  const socketClosed = once(socket, "close");

  await server.server.close({ graceMs: 0 });
  expect(await reader.over).toBe("ended");
  expect(reader.text).toBe("id: 3\ndata: three\n\n");
  await socketClosed;
  expect(log).toContain("a dialect could not be closed");
});
