// Push notifications of the real server, to a receiver of this process.
import { TaskState } from "@a2a-js/sdk";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../../../start-server.ts";
import { createA2aDialect } from "../create-dialect.ts";
import { asTask, connect, say } from "../testing/connect.ts";
import { OPEN_PUSHES } from "./sender.ts";

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

async function openReceiver(statusOf: (index: number) => number = () => 200) {
  const got: Got[] = [];
  let attempts = 0;
  let wake: (() => void) | undefined;
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const status = statusOf(attempts);
      attempts += 1;
      if (status === 200) got.push({ headers: request.headers, body: JSON.parse(text) as Got["body"] });
      response.writeHead(status).end();
      wake?.();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const until = async (isThere: (all: readonly Got[]) => boolean): Promise<void> => {
    while (!isThere(got)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { url, got, until, attempts: () => attempts, [Symbol.asyncDispose]: async () => void server.close() };
}

const allowed = createA2aDialect({ pushHosts: ["127.0.0.1"], pushRetryDelaysMs: [1, 1] });

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ dialects: [allowed] });
});
afterAll(() => server[Symbol.asyncDispose]());

function config(url: string, more: object = {}) {
  return { tenant: "", id: "", taskId: "", url, token: "", authentication: undefined, ...more };
}

function withPush(text: string, url: string, more: object = {}) {
  const taskPushNotificationConfig = config(url, more);
  return {
    ...say(text),
    configuration: { acceptedOutputModes: [], taskPushNotificationConfig, returnImmediately: false },
  };
}

const isOver = (all: readonly Got[]): boolean =>
  JSON.stringify(all.at(-1)?.body ?? {}).includes("TASK_STATE_COMPLETED");

describe("push notifications", () => {
  it("report a task from start to end, with the receiver's token and credentials", async () => {
    await using receiver = await openReceiver();
    const client = await connect(server, "JSONRPC");
    const authentication = { scheme: "Bearer", credentials: "secret" };
    await client.sendMessage(withPush("say hello\nsay world", receiver.url, { token: "tok", authentication }));
    await receiver.until(isOver);
    expect(Object.keys(receiver.got[0]?.body ?? {})).toEqual(["task"]);
    const text = JSON.stringify(receiver.got.map(({ body }) => body["artifactUpdate"]));
    expect(text).toContain("hello");
    expect(receiver.got[0]?.headers).toMatchObject({
      "x-a2a-notification-token": "tok",
      authorization: "Bearer secret",
      "content-type": "application/a2a+json",
    });
  });

  it("are retried, and paused if the receiver does not respond", async () => {
    await using receiver = await openReceiver((index) => (index < 2 ? 503 : 200));
    const client = await connect(server, "HTTP+JSON");
    await client.sendMessage(withPush("say hello", receiver.url));
    await receiver.until(isOver);
    expect(receiver.attempts()).toBe(receiver.got.length + 2);
    expect(receiver.got[0]?.body).toHaveProperty("task");
  });

  it("wait for the answer to a question with the task, and use the older format for older clients", async () => {
    await using receiver = await openReceiver();
    const client = await connect(server, "JSONRPC");
    const asked = asTask(await client.sendMessage(say("ask Name?")));
    const params = { taskId: asked.id, pushNotificationConfig: { url: receiver.url } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tasks/pushNotificationConfig/set", params });
    const set = await server.fetch("/a2a", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    expect(await set.json()).toMatchObject({
      result: { taskId: asked.id, pushNotificationConfig: { url: receiver.url } },
    });
    await client.sendMessage(say("Ada", { taskId: asked.id }));
    await receiver.until((all) =>
      all.some(({ body: { status } }) => (status as { state: string }).state === "completed"),
    );
    const states = receiver.got.map(({ body: { status } }) => (status as { state: string }).state);
    expect(states[0]).toBe("input-required");
    expect(receiver.got[0]?.body["kind"]).toBe("task");
  });

  it("are stored, listed, and stop when their configuration is deleted", async () => {
    await using receiver = await openReceiver();
    const client = await connect(server, "HTTP+JSON");
    const { id: taskId } = asTask(await client.sendMessage(say("ask Name?")));
    const made = await client.createTaskPushNotificationConfig(config(receiver.url, { taskId, id: "mine" }));
    expect(made).toMatchObject({ id: "mine", taskId, url: receiver.url });
    await receiver.until((all) => all.length > 0);
    expect(await client.getTaskPushNotificationConfig({ tenant: "", taskId, id: "mine" })).toEqual(made);
    const list = { tenant: "", taskId, pageSize: 0, pageToken: "" };
    expect((await client.listTaskPushNotificationConfig(list)).configs).toEqual([made]);
    const long = client.createTaskPushNotificationConfig({ ...made, id: "x".repeat(257) });
    await expect(long).rejects.toMatchObject({ name: "RequestMalformedError" });
    await client.deleteTaskPushNotificationConfig({ tenant: "", taskId, id: "mine" });
    expect((await client.listTaskPushNotificationConfig(list)).configs).toEqual([]);
    await expect(client.getTaskPushNotificationConfig({ tenant: "", taskId, id: "mine" })).rejects.toMatchObject({
      name: "TaskNotFoundError",
    });
    const { length } = receiver.got;
    const done = asTask(await client.sendMessage(say("Ada", { taskId })));
    expect(done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(receiver.got.length).toBe(length);
  });

  it("are refused for private addresses before a turn starts", async () => {
    const strict = await startServer({ hub: server.hub, token: server.token, port: 0, dialects: [createA2aDialect()] });
    const { length } = (await server.hub.turns.list()).turns;
    const client = await connect({ url: strict.url, token: server.token }, "JSONRPC");
    const sent = client.sendMessage(withPush("say hello", "http://169.254.169.254/latest/meta-data/"));
    await expect(sent).rejects.toMatchObject({ name: "RequestMalformedError" });
    expect((await server.hub.turns.list()).turns.length).toBe(length);
  });

  it("are resumed by the next process with the task's current state", async () => {
    await using receiver = await openReceiver();
    const { hub, token } = server;
    const client = await connect(server, "JSONRPC");
    const { id } = asTask(await client.sendMessage(withPush("say hello", receiver.url)));
    await receiver.until(isOver);
    const { length } = receiver.got;
    // As it is when a process is killed before it has told everything.
    await hub.store.putDocument(OPEN_PUSHES.kind, id, OPEN_PUSHES.owner, {});
    await hub.store.putDocument(OPEN_PUSHES.kind, "of-a-session-that-is-gone", OPEN_PUSHES.owner, {});
    await using next = await startServer({ hub, token, port: 0, dialects: [allowed] });
    await receiver.until((all) => all.length > length);
    expect(next.port).not.toBe(server.server.port);
    expect(receiver.got.at(-1)?.body).toMatchObject({ task: { id, status: { state: "TASK_STATE_COMPLETED" } } });
  });
});
