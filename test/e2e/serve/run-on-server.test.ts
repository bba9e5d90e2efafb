// `parley run` on a server: a client of the session's hub, without processes of its own, whose turn ends with it or is left running.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { openTestServer } from "@parley/test-support/server";
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "../run-parley.ts";
import { sees, serve, type Served } from "./served.ts";

let place: Place;
let server: Served;

beforeAll(async () => {
  place = await openPlace();
  server = await serve(place);
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

async function turnsOf(sessionId: string): Promise<readonly { readonly id: string; readonly state: string }[]> {
  const reply = (await (await server.fetch(`/turns?session_id=${sessionId}`)).json()) as { turns: [] };
  return reply.turns;
}

describe("run on a server", { timeout: 120_000 }, () => {
  it("allows everything with --approve all for its own turn only", async () => {
    const first = await place.run(["run", "--approve", "all", "--format", "json", "write allowed.txt x"]);
    expect(JSON.parse(first.stdout)).toMatchObject({ exitCode: 0, changedFiles: [{ path: "allowed.txt" }] });
    const { sessionId } = JSON.parse(first.stdout) as { sessionId: string };
    const second = await place.run(["run", "--session", sessionId, "write asked.txt x"]);
    expect(second).toMatchObject({ code: 8 });
    expect(second.stderr).toContain("rejected: no user is present to answer");
    expect(existsSync(place.file("asked.txt"))).toBe(false);
    const rules = ["run", "--session", sessionId, "--level", "bypass", "--approve", "rules", "write ruled.txt x"];
    expect(await place.run(rules)).toMatchObject({ code: 0, stderr: expect.stringContaining("approve: rules") });
    expect(existsSync(place.file("ruled.txt"))).toBe(false);
  });

  it("asks in the terminal, and takes the answer", async () => {
    const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color" } };
    using run = new PseudoTerminal(process.execPath, [PARLEY, "run", "write answered.txt x"], options);
    await run.sees("Your answer?");
    run.types("1\r");
    expect(await run.exited).toBe(0);
    expect(existsSync(place.file("answered.txt"))).toBe(true);
  });

  it("ends when the server that was killed is back, and says what became of the turn", async () => {
    await using home = await openPlace();
    const killed = await serve(home);
    const running = home.start(["run", "say Begun\nwait 600000"]);
    await sees(running, "Begun");
    await killed.end("SIGKILL");
    await using next = await serve(home);
    const { code, stderr } = await running.ended;
    expect({ code, stderr }).toEqual({
      code: 5,
      stderr: expect.stringContaining("The server stopped during this turn"),
    });
    expect(next.url).not.toBe("");
  });
});

describe("a run that is killed", { timeout: 120_000 }, () => {
  it("takes its turn with it, after the grace time", async () => {
    await using own = await openTestServer({ hub: { disconnectGraceMs: 100 } });
    await using home = await openPlace();
    const args = ["run", "--server", own.url, "--format", "ndjson", "say Begun\nwait 600000"];
    const running = home.start(args, { env: { PARLEY_TOKEN: own.token } });
    await sees(running, "Begun");
    const { turns } = await own.hub.turns.list({ states: ["in_progress"] });
    running.child.kill("SIGKILL");
    await running.ended;
    expect(await own.hub.turns.ended(turns[0]?.id ?? "")).toMatchObject({ state: "cancelled" });
  });
});

describe("run --detach", { timeout: 120_000 }, () => {
  it("prints the session's id, and leaves the turn to the server", async () => {
    const { code, stdout, stderr } = await place.run(["run", "--detach", "wait 500\nsay Done"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const id = stdout.trim();
    expect((await turnsOf(id)).map(({ state }) => state)).toHaveLength(1);
    expect(await place.run(["sessions", "attach", id])).toMatchObject({ code: 0, stdout: "Done\n" });
    expect((await turnsOf(id)).map(({ state }) => state)).toEqual(["completed"]);
    // The turn is over by now, and is printed all the same.
    const again = await place.run(["sessions", "attach", id, "--format", "json"]);
    const result = JSON.parse(again.stdout) as { readonly durationMs: number };
    expect(result).toMatchObject({ text: "Done", exitCode: 0, sessionId: id });
    // How long the turn took, not how long it takes to print it.
    expect(result.durationMs).toBeGreaterThanOrEqual(500);
  });

  it("prints the session and the turn as JSON, and its questions wait for an answer", async () => {
    const { stdout } = await place.run(["run", "--detach", "--format", "json", "write detached.txt x"]);
    const { sessionId, turnId } = JSON.parse(stdout) as { sessionId: string; turnId: string };
    const attached = place.start(["sessions", "attach", sessionId]);
    const questions = async (): Promise<readonly { readonly id: string }[]> => {
      const list = await place.run(["questions", "list", "--json"]);
      return (JSON.parse(list.stdout) as { questions: [] }).questions;
    };
    await expect.poll(questions, { timeout: 60_000 }).toHaveLength(1);
    const [question] = await questions();
    expect((await place.run(["questions", "answer", question?.id ?? "", "allow_once"])).code).toBe(0);
    const { code, stderr } = await attached.ended;
    expect(code).toBe(0);
    expect(stderr).toContain("added detached.txt");
    expect(await turnsOf(sessionId)).toMatchObject([{ id: turnId, state: "completed" }]);
  });

  it("leaves the turn running when attach is interrupted", async () => {
    const { stdout } = await place.run(["run", "--detach", "say Begun\nwait 600000"]);
    const id = stdout.trim();
    const attached = place.start(["sessions", "attach", id]);
    await sees(attached, "Begun");
    attached.child.kill("SIGINT");
    expect((await attached.ended).code).toBe(130);
    const [turn] = await turnsOf(id);
    expect(turn?.state).toBe("in_progress");
    expect((await place.run(["turns", "cancel", turn?.id ?? ""])).code).toBe(0);
    expect((await place.run(["sessions", "attach", id])).code).toBe(130);
  });

  it.each([
    [["--no-server"], 2, "--detach cannot be used with --no-server"],
    [["--json-schema", "schema.json"], 2, "--detach cannot be used with --json-schema"],
  ])("is refused with %j", async (args, code, message) => {
    const outcome = await place.run(["run", "--detach", ...args, "say x"]);
    expect(outcome).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(message) });
  });
});
