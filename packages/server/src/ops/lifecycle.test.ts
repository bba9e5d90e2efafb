import { SERVER_PROTOCOL, VERSION } from "@parley/base";
import { openTestServer } from "@parley/test-support/server";
import { expect, it } from "vitest";
import type { StopRequest } from "./lifecycle.ts";

const post = (body: string) => ({ method: "POST", body, headers: { "Content-Type": "application/json" } });

it("says what it is and how much it has to do", async () => {
  const background = { kind: "background", startedAtMs: 0, idleExitMs: 60_000, stop: () => undefined } as const;
  await using server = await openTestServer({ dialects: [], process: background });
  expect(await (await server.fetch("/server")).json()).toEqual({
    version: VERSION,
    protocol: SERVER_PROTOCOL,
    pid: process.pid,
    kind: "background",
    started_at: "1970-01-01T00:00:00.000Z",
    idle_exit_seconds: 60,
    clients: 0,
    turns: 0,
    questions: 0,
  });
});

it("stops the process around it, after the answer", async () => {
  const requests: StopRequest[] = [];
  const stop = (request: StopRequest): void => void requests.push(request);
  await using server = await openTestServer({ dialects: [], process: { kind: "foreground", startedAtMs: 0, stop } });
  const response = await server.fetch("/server/stop", post('{"grace_seconds": 2}'));
  expect([response.status, await response.json()]).toEqual([202, { stopping: true, turns: 0 }]);
  expect((await server.fetch("/server/stop", post(""))).status).toBe(202);
  await expect.poll(() => requests).toEqual([{ graceMs: 2_000 }, { graceMs: undefined }]);
});

it.each([
  ["{", "not JSON"],
  ["[]", "The body"],
  ['{"grace_seconds": -1}', "grace_seconds"],
  ['{"grace_seconds": "soon"}', "grace_seconds"],
  ['{"if_idle": 1}', "if_idle"],
  ['{"now": true}', "now"],
])("refuses %s and names the field", async (body, named) => {
  const stop = (): never => expect.unreachable();
  await using server = await openTestServer({ dialects: [], process: { kind: "foreground", startedAtMs: 0, stop } });
  const response = await server.fetch("/server/stop", post(body));
  expect(response.status).toBe(400);
  expect(((await response.json()) as { readonly message: string }).message).toContain(named);
});

it("cannot be stopped where it is part of another program", async () => {
  await using server = await openTestServer({ dialects: [] });
  expect(await (await server.fetch("/server")).json()).toMatchObject({ kind: "embedded", idle_exit_seconds: null });
  expect((await server.fetch("/server/stop", post(""))).status).toBe(501);
});
