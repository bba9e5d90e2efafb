// A system that has run out of something, or changes below a running server: a clear error while it lasts, and work continues after it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, reaches } from "../e2e/serve/dialects.ts";
import { openPlace } from "../e2e/run-parley.ts";
import { post, run, textOf } from "../e2e/serve/rest.ts";
import { serve, type Served } from "../e2e/serve/served.ts";
import { root } from "../repository/workspaces.ts";

const isLinux = process.platform === "linux";
const PRLIMIT = "/usr/bin/prlimit";

async function says(server: Served, text: string): Promise<string> {
  return textOf(await run(server, `say ${text}`, { agent: "script" }));
}

function createSession(server: Served, name = "n"): Promise<Response> {
  return post(server, "/sessions", { agent: "script", name });
}

/** Resolves with the first answer that is not a success. */
async function fillStore(server: Served): Promise<{ readonly status: number; readonly text: string }> {
  for (;;) {
    const response = await createSession(server, "x".repeat(190));
    const text = await response.text();
    if (!response.ok) return { status: response.status, text };
  }
}

describe.skipIf(!isLinux)("a shortage", { timeout: 180_000 }, () => {
  it.skipIf(!existsSync(PRLIMIT))(
    "of file size (ulimit -f) is answered with 507 until the limit is raised",
    async () => {
      await using place = await openPlace();
      await using server = await serve(place, [], { limits: "ulimit -S -f 3000" });
      expect(await says(server, "before")).toContain("before");
      const refused = await fillStore(server);
      expect(refused).toMatchObject({ status: 507, text: expect.stringContaining('"code":"disk_full"') as string });
      expect(refused.text).toContain("ulimit -f");
      expect((await server.fetch("/ready")).status).toBe(503);
      expect((await server.fetch("/sessions?limit=1")).status).toBe(200);
      execFileSync(PRLIMIT, ["--pid", String(server.pid), "--fsize=unlimited"]);
      expect((await createSession(server)).status).toBe(201);
      expect((await server.fetch("/ready")).status).toBe(200);
      expect(await says(server, "after")).toContain("after");
    },
  );

  it("of file descriptors (ulimit -n) keeps the server alive, and passes when connections are closed", async () => {
    await using place = await openPlace();
    await using server = await serve(place, [], { limits: "ulimit -n 64" });
    const port = Number(new URL(server.url).port);
    const sockets = Array.from({ length: 150 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
    // Whatever becomes of it: it is answered or refused, and does not take the server with it.
    const during = await Promise.allSettled([server.fetch("/health"), createSession(server)]);
    expect(during).toHaveLength(2);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(() => fetch(`${server.url}/health`).then(({ status }) => status, String), { timeout: 30_000 })
      .toBe(200);
    expect(await says(server, "after")).toContain("after");
    expect(server.running.child.exitCode).toBeNull();
  });

  it("of a home folder that is read-only is named by every command, and is over when it can be written to", async () => {
    const disk = mkdtempSync(join(tmpdir(), "parley-disk-"));
    const mount = (...args: readonly string[]): void =>
      void execFileSync("mount", [...args, disk], { stdio: "ignore" });
    try {
      mount("-t", "tmpfs", "-o", "size=24m,mode=0700", "tmpfs");
    } catch {
      rmdirSync(disk);
      process.stderr.write("Skipped: the test of a read-only home needs the permission to mount a tmpfs.\n");
      return;
    }
    try {
      await using place = await openPlace();
      const env = { PARLEY_HOME: join(disk, "home") };
      mkdirSync(env.PARLEY_HOME, { mode: 0o700 });
      mount("-o", "remount,ro");
      for (const args of [
        ["serve", "--port", "0"],
        ["run", "--no-server", "say x"],
        ["run", "--server", "auto", "say x"],
        ["agents", "add", "x", "--", "/bin/true"],
      ]) {
        const { code, stderr } = await place.run(args, { env });
        expect([args[0], code === 0, /read-only/.exec(stderr)?.[0]]).toEqual([args[0], false, "read-only"]);
      }
      mount("-o", "remount,rw");
      expect(await place.run(["run", "--no-server", "say x"], { env })).toMatchObject({ code: 0, stdout: "x\n" });
    } finally {
      execFileSync("umount", [disk]);
      rmdirSync(disk);
    }
  });

  it("of a home folder that disappears: nothing is acknowledged that nobody would find again", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    expect(await says(server, "before")).toContain("before");
    const away = `${place.home}-away`;
    renameSync(place.home, away);
    // It is looked for four times a second.
    await expect.poll(async () => (await createSession(server)).status, { interval: 100 }).toBe(500);
    const refused = await createSession(server);
    expect(await refused.text()).toContain("was moved or deleted");
    expect((await server.fetch("/ready")).status).toBe(503);
    execFileSync("rm", ["-rf", place.home]);
    renameSync(away, place.home);
    expect((await server.fetch("/ready")).status).toBe(200);
    expect(await says(server, "after")).toContain("after");
  });

  it("of time: a clock that goes back by an hour changes neither order, nor limits, nor what is found again", async () => {
    await using place = await openPlace();
    const env = { NODE_OPTIONS: `--require ${join(root, "test/support/src/clock-back.cjs")}` };
    const first = await serve(place, [], { env });
    const { session_id: sessionId } = await run(first, "say before", { agent: "script" });
    const prompt = async (text: string): Promise<string> =>
      (await call<{ turn_id: string }>(first, "POST", `/sessions/${sessionId}/reply`, { user_message: text })).turn_id;
    await prompt("wait 60000");
    const queued = [await prompt("say one")];
    process.kill(first.pid, "SIGUSR2");
    await expect.poll(() => createdAgoMs(first)).toBeGreaterThan(3_000_000);
    queued.push(await prompt("say two"));
    process.kill(first.pid, "SIGKILL");
    await first.running.ended;
    await using server = await serve(place);
    for (const id of queued) {
      expect(await reaches(server, id, "completed", "failed", "cancelled")).toMatchObject({ state: "completed" });
    }
    // In the order in which they were asked for, not in that of the clock.
    const log = await (await server.fetch(`/sessions/${sessionId}/export`)).text();
    expect(log).toMatch(/say before.*say one.*"one".*say two.*"two"/s);
    const seqs = [...log.matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq));
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  });
});

/** How long ago the server says that a session was made, which was made just now. */
async function createdAgoMs(server: Served): Promise<number> {
  const { created_at: createdAt } = (await (await createSession(server)).json()) as { created_at: string };
  return Date.now() - Date.parse(createdAt);
}
