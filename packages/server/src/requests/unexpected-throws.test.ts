// A throw that nobody expected, on the way to a handler: the caller gets an answer, the log one line, and the server goes on.
import type { Log } from "@parley/base";
import { openTestServer } from "@parley/test-support/server";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { defaultLimits } from "../limits.ts";
import { send } from "../testing/send.ts";
import { createSmallDialect } from "../testing/small-dialect.ts";
import { createBodyBudget } from "../http/body-budget.ts";
import { createApp } from "./create-app.ts";
import { closeHttpServer, createHttpServer, listen } from "../http/listen.ts";
import { createListener } from "./listener.ts";

function keepErrors(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  return { lines, log: { write: (level, message) => void (level === "error" && lines.push(message)) } };
}

const broken = (): never => {
  throw new Error("a secret of the inside");
};

it("answers 500 when the gate throws", async () => {
  const { log, lines } = keepErrors();
  const onRequest = createListener({
    app: createApp(log, []),
    gate: { inspect: broken, admit: broken, refuseUnknown: broken },
    callers: { opened: broken },
    judgeOrigin: broken,
    signIn: broken,
    showSignIn: broken,
    formatRefusal: broken,
    bodies: createBodyBudget(defaultLimits),
    limits: defaultLimits,
    log,
    draining: new AbortController().signal,
    onFinished: broken,
  });
  const server = createHttpServer({ limits: defaultLimits, onRequest });
  const { port } = await listen(server, "127.0.0.1", 0);
  for (let count = 0; count < 2; count += 1) {
    const { status, body } = await send(`http://127.0.0.1:${port}/health`);
    expect([status, JSON.parse(body)]).toMatchObject([500, { code: "internal" }]);
    expect(body).not.toContain("secret");
  }
  await closeHttpServer(server, 1000);
  // One line for the failure, one for the record of the request that failed too.
  expect(lines).toEqual(
    Array.from({ length: 2 }, () => ["a request failed", "a request could not be recorded"]).flat(),
  );
});

it("answers 500 when a dialect throws during an upgrade", async () => {
  const { log, lines } = keepErrors();
  const small = createSmallDialect();
  const create: typeof small.create = (options) => ({ ...small.create(options), upgrade: broken });
  await using server = await openTestServer({ dialects: [create], log });
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/small/socket`, {
    headers: { Authorization: `Bearer ${server.token}` },
  });
  const status = await new Promise((resolve) =>
    socket.once("unexpected-response", (_request, { statusCode }) => resolve(statusCode)),
  );
  socket.on("error", () => undefined).terminate();
  expect(status).toBe(500);
  expect(lines).toEqual(["a WebSocket request failed"]);
  expect((await server.fetch("/small/who")).status).toBe(200);
});
