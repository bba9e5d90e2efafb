// What only happens to a process: it is killed, its disk is full, its client sends more than anybody should.
import { ErrorCodes } from "@parley/rpc";
import { createTempFolder } from "@parley/test-support";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textOf } from "../testing/open-agent.ts";
import { callsOf } from "../testing/open-stubbed.ts";
import { startAgent } from "../testing/start-agent.ts";

const BYPASS = { defaults: { approval: "bypass" } } as const;
const PRLIMIT = "/usr/bin/prlimit";

describe.skipIf(process.platform === "win32")("an agent that is killed in the middle of a turn", () => {
  it("has all that its client was sent in its log, and the call that it was at is answered", async () => {
    await using folder = await createTempFolder();
    await using first = await startAgent(folder, BYPASS);
    const sessionId = await first.newSession();
    await first.prompt(sessionId, "say before\nwrite a.txt hello");
    const turn = first
      .prompt(sessionId, "think Hm\nsay and now\nrun echo started > started.txt; sleep 600")
      .catch(() => "gone");
    await expect.poll(() => existsSync(join(first.cwd, "started.txt"))).toBe(true);
    await expect.poll(() => callsOf(first.updates).at(-1)?.status).toBe("in_progress");
    await first.kill();
    expect(await turn).toBe("gone");

    await using second = await startAgent(folder, BYPASS);
    await second.load(sessionId);
    for (const kind of ["agent_message_chunk", "agent_thought_chunk"] as const) {
      expect(textOf(second.updates, kind)).toBe(textOf(first.updates, kind));
    }
    const [before, after] = [callsOf(first.updates), callsOf(second.updates)];
    expect(after.map(({ id, name, title }) => ({ id, name, title }))).toEqual(
      before.map(({ id, name, title }) => ({ id, name, title })),
    );
    expect(after.map(({ status }) => status)).toEqual(["completed", "failed"]);
    expect(after.at(-1)?.text).toContain("Interrupted");
    expect((await second.prompt(sessionId, "say after")).stopReason).toBe("end_turn");
    expect(textOf(second.updates)).toMatch(/after$/);
  }, 120_000);

  it("has lost nothing of a stream that its client was sent", async () => {
    await using folder = await createTempFolder();
    await using first = await startAgent(folder, BYPASS);
    const sessionId = await first.newSession();
    const turn = first.prompt(sessionId, "stream 100000 100").catch(() => "gone");
    await expect.poll(() => textOf(first.updates).length, { interval: 5 }).toBeGreaterThan(50_000);
    await first.kill();
    await turn;
    await using second = await startAgent(folder, BYPASS);
    await second.load(sessionId);
    const kept = textOf(second.updates);
    const seen = textOf(first.updates);
    expect(seen.length).toBeLessThan(10_000_000);
    expect(kept.slice(0, seen.length)).toBe(seen);
  }, 120_000);
});

describe.skipIf(!existsSync(PRLIMIT))("a disk that is full", () => {
  const limit = (pid: number, bytes: number | "unlimited"): void => {
    execFileSync(PRLIMIT, ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
  };

  it("is reported, and the conversation is written once there is space again", async () => {
    await using folder = await createTempFolder();
    await using first = await startAgent(folder);
    const sessionId = await first.newSession();
    await first.prompt(sessionId, "say one");
    limit(first.child.pid, 4_096);
    expect((await first.prompt(sessionId, `say ${"two ".repeat(2_000)}`)).stopReason).toBe("end_turn");
    await expect
      .poll(() => first.updates, { timeout: 10_000 })
      .toContainEqual(
        expect.objectContaining({
          sessionUpdate: "notice",
          severity: "error",
          title: expect.stringContaining("not being saved") as string,
        }),
      );
    limit(first.child.pid, "unlimited");
    await first.prompt(sessionId, "say three");
    await first.agent.request("session/close", { sessionId });
    await first.load(sessionId);
    expect(textOf(first.updates.slice(-40))).toMatch(/onetwo two .*three/);
  }, 60_000);

  it("prevents a session from starting, with a clear error", async () => {
    await using folder = await createTempFolder();
    await using started = await startAgent(folder);
    const sessionId = await started.newSession();
    limit(started.child.pid, 0);
    await expect(started.prompt(sessionId, "say one")).rejects.toMatchObject({
      code: ErrorCodes.internalError,
      message: expect.stringContaining("Free some disk space") as string,
      data: { code: "disk_full" },
    });
    limit(started.child.pid, "unlimited");
    expect((await started.prompt(sessionId, "say one")).stopReason).toBe("end_turn");
  }, 60_000);
});

describe("a message that is huge", () => {
  it("is accepted up to the limit, and rejected above it without side effects", async () => {
    await using folder = await createTempFolder();
    const roomy = { lineBytesMax: 256 * 1024 * 1024, outboundBytesMax: 512 * 1024 * 1024 };
    await using started = await startAgent(folder, {}, roomy);
    const sessionId = await started.newSession();
    const large = await started.prompt(sessionId, `say ${"x".repeat(8 * 1024 * 1024)}`);
    expect(large.stopReason).toBe("end_turn");
    const response = await started.prompt(sessionId, "x".repeat(65 * 1024 * 1024)).catch((error: unknown) => error);
    expect(response).toMatchObject({ message: expect.stringMatching(/large|long|bytes/i) as string });
    expect((await started.prompt(sessionId, "say after")).stopReason).toBe("end_turn");
    expect(textOf(started.updates)).toMatch(/after$/);
    const [name = ""] = readdirSync(join(started.parleyHome, "agent", "sessions")).filter((one) =>
      one.endsWith(".ndjson"),
    );
    expect(readFileSync(join(started.parleyHome, "agent", "sessions", name)).length).toBeLessThan(40 * 1024 * 1024);
  }, 120_000);
});
