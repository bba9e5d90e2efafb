// The limits of terminals: their followers, and how much of their output is shown.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi, type Api } from "./testing/api.ts";
import { readStream } from "./testing/frames.ts";

/** As documented. */
const SHOWN_BYTES_MAX = 256 * 1024;

let server: TestServer;
let api: Api;

beforeAll(async () => {
  server = await openTestServer({ hub: { level: "bypass" } });
  api = createApi(server);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Starts a turn that runs the command; its terminal. */
async function start(command: string): Promise<{ readonly path: string; readonly turnId: string }> {
  const { id: sessionId } = await server.hub.sessions.create({ agent: "script" });
  const prompt = [{ type: "text" as const, text: `run ${command}` }];
  const { id: turnId } = await server.hub.turns.start({ sessionId, prompt });
  const list = async (): Promise<readonly { readonly id: string }[]> => server.hub.terminals.list(sessionId);
  await expect.poll(list).toHaveLength(1);
  const [terminal] = await list();
  return { path: `/sessions/${sessionId}/terminals/${terminal?.id}`, turnId };
}

describe("a terminal", () => {
  it("has a limited number of followers; one more gets a status and the name of the limit", async () => {
    const { path, turnId } = await start("sleep 600");
    const [, , sessionId = "", , id = ""] = path.split("/");
    const stops: (() => void)[] = [];
    const fill = async (): Promise<void> => {
      const ignore = (): undefined => undefined;
      for (let count = 0; count < 10_000; count += 1) {
        const following = await server.hub.terminals.follow(sessionId, id, { output: ignore, ended: ignore });
        stops.push(() => following.stop());
      }
    };
    await expect(fill()).rejects.toMatchObject({ code: "limit_reached" });
    const { status, body } = await api.call("GET", `${path}/stream`);
    expect([status, body.code]).toEqual([429, "limit_reached"]);
    expect(body.message).toContain("TERMINAL_FOLLOWERS_MAX");
    stops.pop()?.();
    const stream = readStream(await server.fetch(`${path}/stream`));
    expect((await stream.next()).value).toMatchObject({ event: "terminal", data: { is_running: true } });
    await api.call("POST", `${path}/kill`, {});
    await server.hub.turns.ended(turnId);
  });

  it("is not opened for a command that a person rejects or a rule denies: 403, without advice for an agent", async () => {
    const { id: sessionId } = await server.hub.sessions.create({ agent: "script" });
    const running = api.call("POST", `/sessions/${sessionId}/terminals`, { command: "rm -rf nothing-there/*" });
    const ask = async () => (await server.hub.interactions.list({ sessionId }))[0]?.id ?? "";
    await expect.poll(ask).not.toBe("");
    await api.call("POST", `/interactions/${await ask()}`, { action: "deny_once" });
    const rejected = {
      status: 403,
      body: { code: "policy_denied", message: "The command was rejected, so it was not run" },
    };
    expect(await running).toMatchObject(rejected);
    await server.hub.sessions.configure(sessionId, { rules: { autoAllow: [], autoReject: ["execute(touch *)"] } });
    const denied = await api.call("POST", `/sessions/${sessionId}/terminals`, { command: "touch nothing" });
    const remedy = { command: "parley rules list" };
    expect(denied).toMatchObject({ status: 403, body: { code: "policy_denied", remedy } });
    expect(denied.body.message).toMatch(/^Not run: .*touch/);
  });

  it("shows the end of a long output, while its agent has it and later", async () => {
    const { path, turnId } = await start("sh -c 'seq 1 200000; echo é; sleep 600'");
    const read = async (): Promise<{ readonly output: string; readonly truncated: boolean }> =>
      (await api.call("GET", path)).body;
    await expect.poll(async () => (await read()).output.slice(-20)).toContain("é");
    const check = ({ output, truncated }: Awaited<ReturnType<typeof read>>): void => {
      expect(truncated).toBe(true);
      expect(Buffer.byteLength(output)).toBeLessThanOrEqual(SHOWN_BYTES_MAX);
    };
    check(await read());
    await api.call("POST", `${path}/kill`, {});
    await server.hub.turns.ended(turnId);
    const later = await read();
    expect(later).toMatchObject({ is_running: false });
    check(later);
    // The script agent wants less than that while it has the terminal.
    expect(Buffer.byteLength(later.output)).toBeGreaterThan(SHOWN_BYTES_MAX - 10);
    const stream = readStream(await server.fetch(`${path}/stream`));
    expect((await stream.next()).value).toMatchObject({ event: "terminal", data: later });
  });
});
