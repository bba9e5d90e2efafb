import { createTempFolder } from "@parley/test-support";
import { chmod, copyFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { text } from "../testing/events.ts";
import { inlineAgent } from "../testing/inline-agent.ts";
import { createFakeTime } from "../testing/fake-time.ts";
import { launchNode } from "../testing/test-agent.ts";
import { useAgents } from "../testing/use-agents.ts";

const agents = useAgents();
const CWD = process.cwd();

describe("a crash", () => {
  it("ends the turn with the status, and the agent is started again", async () => {
    const limits = { restartDelaysMs: [0] };
    await using test = agents.create(agents.lying("exits-mid-turn"), { limits });
    const session = await test.agent.newSession({ cwd: CWD });
    const result = await session.prompt(text("lie"));
    expect(result).toMatchObject({
      error: { code: "agent_crashed", message: "Test agent exited with code 3 and no error output." },
    });
    expect(await session.prompt(text("again"))).toEqual({ stopReason: "end_turn" });
    const events = test.store.written(session.id);
    expect(events.map(({ type }) => type)).toEqual([
      "agent_started",
      "mode",
      "prompt",
      "update",
      "agent_crashed",
      "stop",
      "agent_restarted",
      "prompt",
      "update",
      "stop",
    ]);
    expect(events[4]).toMatchObject({ type: "agent_crashed", exitCode: 3 });
    expect(events[5]).toMatchObject({ type: "stop", error: { code: "agent_crashed" } });
    expect(events[6]).toMatchObject({ type: "agent_restarted", history: "loaded" });
    expect(test.states.map(({ state }) => state)).toEqual(["starting", "running", "error", "starting", "running"]);
  });

  it("is reported with its signal", async () => {
    await using test = agents.create(agents.lying("killed-mid-turn"), {
      limits: { restartDelaysMs: [] },
    });
    const session = await test.agent.newSession({ cwd: CWD });
    expect(await session.prompt(text("lie"))).toMatchObject({
      error: { message: expect.stringContaining("killed by SIGKILL") as string },
    });
    expect(test.agent.state).toMatchObject({ state: "error", error: { code: "agent_crashed" } });
    expect(test.agent.state).not.toHaveProperty("retryAtMs");
    expect(test.store.written(session.id)).toContainEqual(
      expect.objectContaining({ type: "agent_crashed", signal: "SIGKILL" }),
    );
  });

  it("rejects what else was under way", async () => {
    const program = inlineAgent((wire) => wire.on("session/new", () => process.exit(7)));
    await using test = agents.create(program, { limits: { restartDelaysMs: [] } });
    await expect(test.agent.newSession({ cwd: CWD })).rejects.toMatchObject({
      code: "agent_crashed",
      message: expect.stringContaining("with code 7") as string,
    });
  });

  it("is noticed when no turn runs", async () => {
    const program = inlineAgent((wire) => {
      wire.on("session/prompt", ({ answer }) => {
        answer({ stopReason: "end_turn" });
        // The answer has to be out before the process is gone.
        process.stdout.write("\n", () => process.exit(1));
      });
    });
    await using test = agents.create(program, { limits: { restartDelaysMs: [] } });
    const session = await test.agent.newSession({ cwd: CWD });
    expect(await session.prompt(text("x"))).toEqual({ stopReason: "end_turn" });
    await test.reaches("error");
    expect(test.store.written(session.id).at(-1)).toMatchObject({ type: "agent_crashed", exitCode: 1 });
  });

  it("is what closing stdout comes to: the process is ended", async () => {
    const limits = { restartDelaysMs: [], endSettleMs: 100 };
    await using test = agents.create(agents.lying("closes-stdout"), { limits });
    const session = await test.agent.newSession({ cwd: CWD });
    expect(await session.prompt(text("lie"))).toMatchObject({
      error: { code: "agent_crashed", message: expect.stringContaining("closed its output") as string },
    });
    await expect.poll(() => agents.marker.find()).toEqual([]);
  });

  it("is followed by a few restarts, each after a longer wait, and then by none", async () => {
    const time = createFakeTime();
    const program = ["--eval", "process.exit(5)"];
    const starts: (readonly string[])[] = [agents.scripted(), program, program, program];
    let found = 0;
    await using test = agents.create([], {
      find: async () => launchNode(starts[found++] ?? agents.scripted(), agents.marker.env),
      clock: time.clock,
      timers: time.timers,
      limits: { restartDelaysMs: [100, 2_000, 30_000], endSettleMs: 0 },
    });
    await test.agent.start();
    process.kill((test.agent.state as { pid: number }).pid, "SIGKILL");
    for (const delayMs of [100, 2_000, 30_000]) {
      const state = await test.reaches("error");
      expect(state).toMatchObject({ retryAtMs: time.clock.now() + delayMs });
      time.advance(delayMs - 1);
      expect(test.agent.state).toBe(state);
      time.advance(1);
      expect(test.agent.state).toMatchObject({ state: "starting" });
      await expect.poll(() => test.agent.state.state).toBe("error");
    }
    expect(test.agent.state).toMatchObject({ state: "error", error: { code: "agent_crashed" } });
    expect(test.agent.state).not.toHaveProperty("retryAtMs");
    expect(test.states.flatMap((state) => (state.state === "starting" ? [state.attempt] : []))).toEqual([1, 2, 3, 4]);
    // A person may try again, and then everything counts from the beginning.
    await test.agent.restart();
    expect(test.agent.state).toMatchObject({ state: "running" });
    process.kill((test.agent.state as { pid: number }).pid, "SIGKILL");
    expect(await test.reaches("error")).toHaveProperty("retryAtMs", time.clock.now() + 100);
  });

  it("is followed by a look for the program anew", async () => {
    await using folder = await createTempFolder();
    const [old, updated] = [folder.file("old.mjs"), folder.file("new.mjs")];
    const [program = ""] = agents.scripted();
    await Promise.all([copyFile(program, old), copyFile(program, updated)]);
    const programs = [old, updated];
    await using test = agents.create([], {
      find: async () => launchNode([programs.shift() ?? ""], agents.marker.env),
      limits: { restartDelaysMs: [0] },
    });
    await test.agent.start();
    process.kill((test.agent.state as { pid: number }).pid, "SIGKILL");
    await test.reaches("error");
    expect(await test.reaches("running")).toMatchObject({ launch: { args: [updated] } });
  });

  it("waits with a prompt until the agent is back", async () => {
    const time = createFakeTime();
    const { clock, timers } = time;
    const limits = { restartDelaysMs: [60_000] };
    await using test = agents.create(agents.scripted(), { clock, timers, limits });
    const session = await test.agent.newSession({ cwd: CWD });
    process.kill((test.agent.state as { pid: number }).pid, "SIGKILL");
    await test.reaches("error");
    const prompted = session.prompt(text("say back"));
    time.advance(60_000);
    expect(await prompted).toEqual({ stopReason: "end_turn" });
  });
});

describe("stopping", () => {
  it("ends a turn as cancelled, and the sessions come back at the next start", async () => {
    await using test = agents.create(agents.lying("never-answers-a-prompt"));
    const session = await test.agent.newSession({ cwd: CWD });
    const prompted = session.prompt(text("lie"));
    await expect.poll(() => test.store.written(session.id).at(-1)?.type).toBe("update");
    await test.agent.stop();
    expect(await prompted).toEqual({ stopReason: "cancelled" });
    await test.agent.start();
    expect(await session.prompt(text("again"))).toEqual({ stopReason: "end_turn" });
    expect(test.store.written(session.id).map(({ type }) => type)).not.toContain("agent_crashed");
  });

  it("is enough for an agent that leaves when its input ends", async () => {
    await using folder = await createTempFolder();
    const program = inlineAgent((_wire, path: string) => {
      process.stdin.on("end", () => process.getBuiltinModule("node:fs").writeFileSync(path, "polite"));
      process.on("SIGTERM", () => process.exit(1));
    }, folder.file("left"));
    await using test = agents.create(program, { limits: { exitGraceMs: 20_000 } });
    await test.agent.start();
    await test.agent.stop();
    const { readFile } = await import("node:fs/promises");
    expect(await readFile(folder.file("left"), "utf8")).toBe("polite");
  });

  it("does not wait for one that stays, and ends its daemons too", async () => {
    await using test = agents.create(agents.lying("leaves-a-daemon"));
    const session = await test.agent.newSession({ cwd: CWD });
    await session.prompt(text("lie"));
    await expect.poll(() => agents.marker.find()).toHaveLength(2);
    await test.agent.stop();
    expect(await agents.marker.find()).toEqual([]);
  });

  it("closes every log when the agent is closed", async () => {
    const test = agents.create(agents.scripted());
    await test.agent.newSession({ cwd: CWD });
    await test.agent.newSession({ cwd: CWD });
    expect(test.store.openIds.size).toBe(2);
    await test.agent.close();
    expect(test.store.openIds.size).toBe(0);
  });
});

describe("restarting", () => {
  it("is there for a person, and ends a running turn with an error that says so", async () => {
    await using test = agents.create(agents.lying("never-answers-a-prompt"));
    const session = await test.agent.newSession({ cwd: CWD });
    const prompted = session.prompt(text("lie"));
    await expect.poll(() => test.store.written(session.id).at(-1)?.type).toBe("update");
    await test.agent.restart();
    expect(await prompted).toMatchObject({ error: { code: "connection_closed" } });
    expect(test.store.written(session.id).at(-1)).toMatchObject({ type: "agent_restarted", history: "loaded" });
    expect(await session.prompt(text("again"))).toEqual({ stopReason: "end_turn" });
  });

  it.skipIf(process.platform === "win32")("finds a program that was not executable before", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("agent");
    await writeFile(path, `#!${process.execPath}\nimport(${JSON.stringify(agents.scripted()[0])});\n`);
    await using test = agents.create([], {
      find: async () => ({ ...launchNode([], agents.marker.env), command: path }),
    });
    await expect(test.agent.start()).rejects.toMatchObject({
      code: "agent_spawn_failed",
      remedy: { label: "Make it executable" },
    });
    await chmod(path, 0o755);
    await test.agent.restart();
    expect(test.agent.state).toMatchObject({ state: "running" });
  });
});
