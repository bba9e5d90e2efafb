// Tasks outlive the process: they are read back from the log.
import { TaskState } from "@a2a-js/sdk";
import { createTempFolder } from "@parley/test-support";
import { openTestServer } from "@parley/test-support/server";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createA2aDialect } from "./create-dialect.ts";
import { asTask, connect, say, textOf } from "./testing/connect.ts";

it("has the same tasks after a restart, and continues their conversation", async () => {
  await using folder = await createTempFolder();
  const options = {
    dialects: [createA2aDialect()],
    storePath: join(folder.path, "hub.db"),
    parleyHome: join(folder.path, "home"),
    cwd: folder.path,
  };
  const { done, cut } = await (async () => {
    await using server = await openTestServer(options);
    const client = await connect(server, "JSONRPC");
    const finished = asTask(await client.sendMessage(say("think about it\nsay hello\nwrite a.txt x")));
    const asked = finished.status?.state === TaskState.TASK_STATE_INPUT_REQUIRED;
    const whole = asked ? asTask(await client.sendMessage(say("yes", { taskId: finished.id }))) : finished;
    const open = asTask(await client.sendMessage(say("ask Still there?")));
    return { done: whole, cut: open };
  })();
  await using server = await openTestServer(options);
  const client = await connect(server, "HTTP+JSON");
  expect(await client.getTask({ tenant: "", id: done.id })).toEqual(done);
  expect(await client.getTask({ tenant: "", id: cut.id })).toEqual(cut);
  expect(cut.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
  const cancelled = await client.cancelTask({ tenant: "", id: cut.id, metadata: {} });
  expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
  const next = asTask(await client.sendMessage(say("say again", { contextId: done.contextId })));
  expect([next.contextId, textOf(next)]).toEqual([done.contextId, "again"]);
});
