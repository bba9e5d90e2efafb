import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectPretendClient, EVERYTHING, type PretendClient } from "../../../test/pretend-client.ts";

let client: PretendClient;
let sessionId: string;
beforeEach(async () => {
  client = await connectPretendClient();
  sessionId = await client.settledSession();
});
afterEach(() => client.close());

const terminal = { type: "terminal", terminalId: "terminal-1" };

describe("run", () => {
  it("asks, runs, shows the terminal and tells how it ended", async () => {
    const { updates } = await client.prompt(sessionId, "run echo hello you");
    expect(updates).toMatchObject([
      { sessionUpdate: "tool_call", kind: "execute", title: "echo hello you", status: "pending" },
      { status: "in_progress" },
      { content: [terminal] },
      {
        status: "completed",
        content: [terminal],
        rawOutput: { exitCode: 0, signal: null, output: "hello you\n", truncated: false },
      },
    ]);
    expect(client.calls).toEqual([
      "session/request_permission",
      "terminal/create",
      "terminal/wait_for_exit",
      "terminal/output",
      "terminal/release",
    ]);
    expect(client.terminals.started).toEqual([["echo", "hello", "you"]]);
    expect(client.terminals.open).toBe(0);
  });

  it("leaves to a shell what only a shell understands", async () => {
    const turn = client.prompt(sessionId, "run echo $HOME | wc -l");
    await expect.poll(() => client.terminals.started).toEqual([["sh", "-c", "echo $HOME | wc -l"]]);
    client.terminals.finish("terminal-1", "1\n", 0);
    await expect(turn).resolves.toMatchObject({ stopReason: "end_turn" });
  });

  it("fails if the command does", async () => {
    const { updates } = await client.prompt(sessionId, "run false");
    expect(updates.at(-1)).toMatchObject({
      status: "failed",
      content: [terminal, { content: { text: "The command exited with 1." } }],
    });
  });
});

describe("timeout", () => {
  it("kills what takes too long", async () => {
    const { updates } = await client.prompt(sessionId, "timeout 10 sleep 60");
    expect(updates.at(-1)).toMatchObject({
      status: "failed",
      content: [terminal, { content: { text: "Killed after 10 ms." } }],
      rawOutput: { exitCode: null, signal: "SIGTERM" },
    });
    expect(client.terminals.killed).toEqual(["terminal-1"]);
    expect(client.terminals.open).toBe(0);
  });

  it("leaves alone what ends in time", async () => {
    const { updates } = await client.prompt(sessionId, "timeout 60000 echo x");
    expect(updates.at(-1)).toMatchObject({ status: "completed" });
    expect(client.terminals.killed).toEqual([]);
  });
});

describe("without terminals", () => {
  it("fails and says so", async () => {
    const plain = await connectPretendClient({ capabilities: { ...EVERYTHING, terminal: false } });
    const { updates } = await plain.prompt(await plain.newSession(), "run echo x");
    expect(updates.at(-1)).toMatchObject({
      status: "failed",
      content: [{ content: { text: expect.stringContaining("does not offer terminals") as string } }],
    });
    expect(plain.calls).toEqual([]);
    await plain.close();
  });

  it("fails with the client's reason, and lets go of a terminal it has lost", async () => {
    const broken = await connectPretendClient({
      handlers: { "terminal/wait_for_exit": () => Promise.reject(new Error("broken")) },
    });
    const { updates } = await broken.prompt(await broken.newSession(), "run sleep 60");
    expect(updates.at(-1)).toMatchObject({
      status: "failed",
      content: [terminal, { content: { text: "terminal/wait_for_exit failed: Internal error" } }],
    });
    await expect.poll(() => broken.terminals.open).toBe(0);
    await broken.close();
  });
});
