// The home's server in the background: one for ten commands, stopped when idle, replaced by `parley serve`, no process left.
import { existsSync, readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, it } from "vitest";
import { openPlace, type Outcome, type Place } from "../run-parley.ts";
import { serve } from "./served.ts";

interface Status {
  readonly running: boolean;
  readonly url: string;
  readonly pid: number;
  readonly kind: string;
  readonly idle_exit_seconds: number;
  readonly turns: number;
  readonly questions: number;
}

async function readStatus(place: Place): Promise<Status> {
  return JSON.parse((await place.run(["server", "status", "--json"])).stdout) as Status;
}

/** Without the idle time of a build machine, which would be over before the test looks. */
function startServer(place: Place, idleSeconds = 600): Promise<Outcome> {
  return place.run(["server", "start", "--idle-exit", String(idleSeconds), "--json"]);
}

async function stopServer(place: Place): Promise<void> {
  const { code, stderr } = await place.run(["server", "stop", "--grace-seconds", "0"]);
  if (code !== 0) throw new Error(stderr);
}

/** A process that has exited and was not collected by its parent yet is gone. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

async function request(place: Place, url: string, path: string, init: RequestInit = {}): Promise<Response> {
  const token = (await readFile(join(place.home, "token"), "utf8")).trim();
  return fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
}

/** Starts a turn that runs on its own. */
function prompt(place: Place, url: string, text: string): Promise<Response> {
  const input = [{ role: "user", parts: [{ content_type: "text/plain", content: text }] }];
  const body = JSON.stringify({ agent_name: "script", mode: "async", input });
  return request(place, url, "/runs", { method: "POST", body });
}

// Each has a home of its own; they mostly wait.
describe.concurrent("parley server", { timeout: 180_000 }, () => {
  it("starts in the background, serves the other commands, and stops", async ({ expect }) => {
    await using place = await openPlace();
    expect(await place.run(["server"])).toMatchObject({ code: 3 });
    expect(await startServer(place)).toMatchObject({ code: 0 });
    const status = await readStatus(place);
    expect(status).toMatchObject({ running: true, kind: "background", idle_exit_seconds: 600, turns: 0 });
    expect(await place.run(["run", "say In the background"])).toMatchObject({ code: 0 });
    const { sessions } = (await (await request(place, status.url, "/sessions")).json()) as {
      readonly sessions: readonly { readonly name: string }[];
    };
    expect(sessions).toMatchObject([{ name: "say In the background" }]);
    const shown = await place.run(["server", "status"]);
    expect(shown.stdout).toContain(`Parley server`);
    expect(shown.stdout).toContain("stops      after 10 minutes idle");
    await stopServer(place);
    expect(isAlive(status.pid)).toBe(false);
    expect(await place.run(["server", "stop"])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("No server"),
    });
    // Its sessions are kept, and it has left nothing that keeps another one from starting.
    expect(await startServer(place)).toMatchObject({ code: 0 });
    await stopServer(place);
  });

  it("is one, however many commands start it at once", async ({ expect }) => {
    await using place = await openPlace();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => startServer(place)));
    const started = outcomes.map(
      ({ stdout }) => JSON.parse(stdout) as { readonly pid: number; readonly started: boolean },
    );
    expect(new Set(started.map(({ pid }) => pid)).size).toBe(1);
    expect(started.filter((one) => one.started)).toHaveLength(1);
    await stopServer(place);
  });

  it("stops when it is idle, and not while a question is open", async ({ expect }) => {
    await using place = await openPlace();
    const idleSeconds = 5;
    const starting = startServer(place, idleSeconds);
    // Used as soon as it is there: on a busy machine the idle time may be over before the command that started it has exited.
    const file = join(place.home, "server.json");
    await expect.poll(() => existsSync(file)).toBe(true);
    const { url, pid } = JSON.parse(await readFile(file, "utf8")) as Status;
    expect((await prompt(place, url, "ask Shall it go on?")).ok).toBe(true);
    expect(await starting).toMatchObject({ code: 0 });
    await expect.poll(() => readStatus(place)).toMatchObject({ questions: 1 });
    const since = performance.now();
    await expect.poll(() => performance.now() - since).toBeGreaterThan(idleSeconds * 2_000);
    expect(isAlive(pid)).toBe(true);
    const { interactions } = (await (await request(place, url, "/interactions?state=pending")).json()) as {
      readonly interactions: readonly { readonly id: string }[];
    };
    const answer = JSON.stringify({ action: "decline" });
    const [{ id: question } = { id: "" }] = interactions;
    expect((await request(place, url, `/interactions/${question}`, { method: "POST", body: answer })).ok).toBe(true);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await readStatus(place)).toEqual({ running: false });
  });

  it("does not let every terminal do what the one that started it may do", async ({ expect }) => {
    await using place = await openPlace();
    const started = await place.run(["server", "start", "--json"], { env: { PARLEY_LEVEL: "bypass", CI: "" } });
    const { url } = JSON.parse(started.stdout) as Status;
    expect((await prompt(place, url, "run node -e 0")).ok).toBe(true);
    await expect.poll(() => readStatus(place)).toMatchObject({ questions: 1 });
    await stopServer(place);
  });

  it("is left running by stop --if-idle while a turn runs", async ({ expect }) => {
    await using place = await openPlace();
    expect(await startServer(place)).toMatchObject({ code: 0 });
    const { url } = await readStatus(place);
    expect((await prompt(place, url, "wait 600000")).ok).toBe(true);
    await expect.poll(() => readStatus(place)).toMatchObject({ turns: 1 });
    const refused = await place.run(["server", "stop", "--if-idle"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("unfinished turns") });
    await stopServer(place);
  });

  it("is replaced by parley serve, which keeps its sessions", async ({ expect }) => {
    await using place = await openPlace();
    expect(await startServer(place)).toMatchObject({ code: 0 });
    const { pid } = await readStatus(place);
    expect(await place.run(["run", "say Kept"])).toMatchObject({ code: 0 });
    await using server = await serve(place);
    expect(isAlive(pid)).toBe(false);
    expect(await readStatus(place)).toMatchObject({ pid: server.pid, kind: "foreground", idle_exit_seconds: null });
    const { sessions } = (await (await server.fetch("/sessions")).json()) as { readonly sessions: readonly unknown[] };
    expect(sessions).toMatchObject([{ name: "say Kept" }]);
    // A server in a terminal is not restarted behind its back.
    expect(await place.run(["server", "restart"])).toMatchObject({ code: 2 });
    expect(isAlive(server.pid)).toBe(true);
  });

  it("restarts, and shows its log", async ({ expect }) => {
    await using place = await openPlace();
    expect(await startServer(place)).toMatchObject({ code: 0 });
    const { pid } = await readStatus(place);
    expect(await place.run(["server", "restart"])).toMatchObject({ code: 0 });
    const again = await readStatus(place);
    expect(again).toMatchObject({ running: true, kind: "background" });
    expect(again.pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
    await writeFile(join(place.home, "server.log"), "one\ntwo\nthree\n");
    expect(await place.run(["server", "log", "-n", "2"])).toMatchObject({ code: 0, stdout: "two\nthree\n" });
    await stopServer(place);
  });

  it("is replaced by that of a newer version if it has no turn, and never by that of an older one", async ({
    expect,
  }) => {
    await using place = await openPlace();
    expect(await startServer(place)).toMatchObject({ code: 0 });
    const { url, pid } = await readStatus(place);
    const file = join(place.home, "server.json");
    const entry = JSON.parse(await readFile(file, "utf8")) as object;
    const start = async (version: string): Promise<Status & { readonly started: boolean }> => {
      await writeFile(file, JSON.stringify({ ...entry, version }));
      return JSON.parse((await startServer(place)).stdout) as Status & { readonly started: boolean };
    };
    expect(await start("99.0.0")).toMatchObject({ pid, started: false });
    expect((await prompt(place, url, "wait 600000")).ok).toBe(true);
    expect(await start("0.0.1")).toMatchObject({ pid, started: false });
    const { turns } = (await (await request(place, url, "/turns")).json()) as {
      readonly turns: readonly { id: string }[];
    };
    await request(place, url, `/turns/${turns[0]?.id}/cancel`, { method: "POST" });
    await expect.poll(() => readStatus(place)).toMatchObject({ turns: 0 });
    const replaced = await start("0.0.1");
    expect(replaced).toMatchObject({ started: true });
    expect(replaced.pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
    await stopServer(place);
  });

  it("is not started by a program that an agent runs", async ({ expect }) => {
    await using place = await openPlace();
    const refused = await place.run(["server", "start"], { env: { PARLEY_GUARD: "0123456789abcdef.1;" } });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("would outlive the program");
    expect(await readStatus(place)).toEqual({ running: false });
  });

  it("starts beside the file of a server that is gone, and of one on another host", async ({ expect }) => {
    await using place = await openPlace();
    const file = join(place.home, "server.json");
    const gone = { url: "http://127.0.0.1:9", pid: 999_999_999, startedAtMs: 0, version: "0.2.0" };
    for (const host of [hostname(), "elsewhere.example"]) {
      await writeFile(file, JSON.stringify({ ...gone, host, boot: "", space: "", start: "" }));
      expect(await startServer(place)).toMatchObject({ code: 0 });
      await stopServer(place);
      await rm(file, { force: true });
    }
  });

  it("says why it does not start", async ({ expect }) => {
    await using place = await openPlace();
    await writeFile(
      join(place.home, "parley.db"),
      "this is not a database, and long enough to be read as one".repeat(100),
    );
    const failed = await startServer(place);
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    expect(failed.stderr).toContain("The background server did not start: ");
    expect(failed.stderr).toContain("parley.db");
  });
});
