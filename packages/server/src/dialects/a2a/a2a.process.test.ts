// The SDK's client against the real server, over both bindings.
import { TaskState, type StreamResponse } from "@a2a-js/sdk";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createA2aDialect } from "./create-dialect.ts";
import {
  asTask,
  collect,
  connect,
  say,
  statesOf,
  textOf,
  textOfStream,
  toTextPart,
  type Binding,
} from "./testing/connect.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ dialects: [createA2aDialect()] });
});
afterAll(() => server[Symbol.asyncDispose]());

describe.each<Binding>(["JSONRPC", "HTTP+JSON"])("A2A 1.0 over %s", (binding) => {
  it("sends a message and returns the finished task", async () => {
    const client = await connect(server, binding);
    const task = asTask(await client.sendMessage(say("say hello\nthink hmm")));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(textOf(task)).toBe("hello");
    expect(task.metadata).toMatchObject({ agent: "script", stopReason: "end_turn" });
    const got = await client.getTask({ tenant: "", id: task.id });
    expect(got).toEqual(task);
    expect(got.history.map(({ role, metadata }) => [role, metadata?.["kind"]])).toEqual([
      [1, undefined],
      [2, "thought"],
    ]);
  });

  it("streams a task from start to end", async () => {
    const client = await connect(server, binding);
    const responses = await collect(client.sendMessageStream(say("stream 20 10")));
    expect(responses[0]?.payload?.$case).toBe("task");
    expect(statesOf(responses).at(-1)).toBe("TASK_STATE_COMPLETED");
    const [first] = responses;
    const id = first?.payload?.$case === "task" ? first.payload.value.id : "";
    const task = await client.getTask({ tenant: "", id });
    expect(textOfStream(responses)).toBe(textOf(task));
    expect(textOf(task).length).toBeGreaterThanOrEqual(200);
  });

  it("continues a conversation by its contextId", async () => {
    const client = await connect(server, binding);
    const first = asTask(await client.sendMessage(say("say one")));
    const second = asTask(await client.sendMessage(say("say two", { contextId: first.contextId })));
    expect(second.contextId).toBe(first.contextId);
    expect(second.id).not.toBe(first.id);
    expect(textOf(second)).toBe("two");
    const listed = await client.listTasks(listOf(first.contextId));
    expect(listed.tasks.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(listed).toMatchObject({ totalSize: 2, nextPageToken: "" });
    const page = await client.listTasks({ ...listOf(first.contextId), pageSize: 1, includeArtifacts: true });
    expect(page).toMatchObject({ totalSize: 2, pageSize: 1 });
    expect(page.tasks.map(textOf)).toEqual(["two"]);
    const next = await client.listTasks({ ...listOf(first.contextId), pageSize: 1, pageToken: page.nextPageToken });
    expect(next.tasks.map(({ id }) => id)).toEqual([first.id]);
  });

  it("processes the same message once", async () => {
    const client = await connect(server, binding);
    const request = say("say once");
    const [one, other] = [asTask(await client.sendMessage(request)), asTask(await client.sendMessage(request))];
    expect(other.id).toBe(one.id);
    expect(one.history[0]?.messageId).toBe(request.message?.messageId);
  });

  it("cancels a task, but only a running one", async () => {
    const client = await connect(server, binding);
    const sent = asTask(await client.sendMessage({ ...say("wait 60000"), configuration: atOnce() }));
    const cancelled = await client.cancelTask({ tenant: "", id: sent.id, metadata: undefined });
    expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    const over = asTask(await client.sendMessage(say("say done")));
    await expect(client.cancelTask({ tenant: "", id: over.id, metadata: undefined })).rejects.toMatchObject({
      name: "TaskNotCancelableError",
    });
  });

  it("asks for a permission, and accepts a message to the task as the answer", async () => {
    const client = await connect(server, binding);
    const asked = asTask(await client.sendMessage(say("run echo hi")));
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    const [text, data] = asked.status?.message?.parts ?? [];
    expect(text?.content?.value).toContain("echo hi");
    expect(data?.content?.value).toMatchObject({ kind: "permission" });
    const [listed] = (await client.listTasks(listOf(asked.contextId))).tasks;
    expect(listed?.status?.message).toEqual(asked.status?.message);
    const wrong = client.sendMessage(say("perhaps", { taskId: asked.id }));
    await expect(wrong).rejects.toMatchObject({ message: expect.stringContaining("not one of the options") as string });
    const done = asTask(await client.sendMessage(say("yes", { taskId: asked.id })));
    expect(done.id).toBe(asked.id);
    expect(done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(done.history.map(({ metadata }) => metadata?.["kind"])).toContain("permission_answered");
    const late = client.sendMessage(say("yes", { taskId: asked.id }));
    await expect(late).rejects.toMatchObject({ name: "UnsupportedOperationError" });
  });

  it("keeps a subscription open through questions until the task ends", async () => {
    const client = await connect(server, binding);
    const task = asTask(await client.sendMessage(say("run echo one\nrun echo two\nsay all done")));
    const states: (TaskState | undefined)[] = [];
    // It begins with the task as it is: the first question is open.
    for await (const { payload } of client.resubscribeTask({ tenant: "", id: task.id })) {
      if (payload?.$case !== "task" && payload?.$case !== "statusUpdate") continue;
      const state = payload.value.status?.state;
      states.push(state);
      if (state === TaskState.TASK_STATE_INPUT_REQUIRED) await client.sendMessage(say("yes", { taskId: task.id }));
    }
    expect(states.filter((state) => state === TaskState.TASK_STATE_INPUT_REQUIRED)).toHaveLength(2);
    expect(states.at(-1)).toBe(TaskState.TASK_STATE_COMPLETED);
  });

  it("asks for text, and accepts the text of a message as the answer", async () => {
    const client = await connect(server, binding);
    const asked = asTask(await client.sendMessage(say("ask What is your name?")));
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(asked.status?.message?.parts[0]?.content?.value).toContain("What is your name?");
    const done = asTask(await client.sendMessage(say("Ada", { taskId: asked.id })));
    expect(done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(textOf(done)).toContain("Ada");
  });

  it("ends a stream with the question, and continues with the stream of the answer", async () => {
    const client = await connect(server, binding);
    const first = await collect(client.sendMessageStream(say("say before\nrun echo hi\nsay after")));
    expect(statesOf(first).at(-1)).toBe("TASK_STATE_INPUT_REQUIRED");
    const id = idOf(first);
    const second = await collect(client.sendMessageStream(say("1", { taskId: id })));
    expect(statesOf(second).at(-1)).toBe("TASK_STATE_COMPLETED");
    expect(textOf(await client.getTask({ tenant: "", id }))).toMatch(/^before.*after$/s);
  });

  it("reports an agent that fails", async () => {
    const client = await connect(server, binding);
    const task = asTask(await client.sendMessage(say("fail the disk is on fire")));
    expect(task.status?.state).toBe(TaskState.TASK_STATE_FAILED);
    expect(task.status?.message?.parts[0]?.content?.value).toContain("the disk is on fire");
  });

  it("follows a task that another client started", async () => {
    const client = await connect(server, binding);
    const asked = asTask(await client.sendMessage(say("ask Go on?\nsay went on")));
    const follower = client.resubscribeTask({ tenant: "", id: asked.id });
    const snapshot = await follower.next();
    expect(statesOf([snapshot.value as StreamResponse])).toEqual(["TASK_STATE_INPUT_REQUIRED"]);
    await client.sendMessage(say("yes", { taskId: asked.id }));
    const rest = await collect(follower);
    expect(statesOf(rest)).toEqual(["TASK_STATE_WORKING", "TASK_STATE_COMPLETED"]);
    expect(textOfStream(rest)).toContain("went on");
    await expect(collect(client.resubscribeTask({ tenant: "", id: asked.id }))).rejects.toMatchObject({
      name: "UnsupportedOperationError",
    });
  });

  it("reports errors in the format of A2A", async () => {
    const client = await connect(server, binding);
    const unknown = "00000000-0000-4000-8000-000000000000";
    await expect(client.getTask({ tenant: "", id: unknown })).rejects.toMatchObject({ name: "TaskNotFoundError" });
    await expect(client.sendMessage(say("x", { taskId: unknown }))).rejects.toMatchObject({
      name: "TaskNotFoundError",
    });
    await expect(client.sendMessage({ ...say("x"), metadata: { agent: "nobody" } })).rejects.toMatchObject({
      name: "RequestMalformedError",
      message: expect.stringContaining("nobody") as string,
    });
    await expect(client.sendMessage(say("x", { contextId: "mine" }))).rejects.toMatchObject({
      message: expect.stringContaining("contextId") as string,
    });
    await expect(client.sendMessage(say("x", { parts: [] }))).rejects.toMatchObject({ name: "RequestMalformedError" });
    await expect(collect(client.sendMessageStream(say("x", { parts: [] })))).rejects.toMatchObject({
      name: "RequestMalformedError",
    });
  });

  it("serves one agent at its own address", async () => {
    const client = await connect(server, binding, "/a2a/agents/script/.well-known/agent-card.json");
    const request = { ...say("say alone"), metadata: undefined };
    const task = asTask(await client.sendMessage(request));
    expect([textOf(task), task.metadata?.["agent"]]).toEqual(["alone", "script"]);
  });

  it("selects the agent by the tenant, and by the request", async () => {
    const client = await connect(server, binding);
    const tenant = asTask(await client.sendMessage({ ...say("say hi"), metadata: undefined, tenant: "script" }));
    expect(tenant.metadata?.["agent"]).toBe("script");
    const parts = [toTextPart("say write tests and a test plan for the regression")];
    const routed = asTask(await client.sendMessage({ ...say("", { parts }), metadata: undefined }));
    expect(routed.metadata?.["agent"]).toBe("qa");
  });
});

function idOf([first]: readonly StreamResponse[]): string {
  return first?.payload?.$case === "task" ? first.payload.value.id : "";
}

function atOnce() {
  return { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: true };
}

function listOf(contextId: string) {
  const status = TaskState.TASK_STATE_UNSPECIFIED;
  return { tenant: "", contextId, status, pageToken: "", statusTimestampAfter: undefined };
}
