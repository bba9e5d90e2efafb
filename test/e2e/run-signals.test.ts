// A run that is stopped: the turn is cancelled, the agent ended with everything it started, whatever the agent does.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { liar, program } from "./agents.ts";
import { openPlace, type Place, type Running } from "./run-parley.ts";

/** Resolves when stdout has the text. */
function sees({ child }: Running, text: string): Promise<void> {
  let seen = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk: string) => {
      seen += chunk;
      if (seen.includes(text)) resolve();
    });
    child.once("close", () => reject(new Error(`Not seen: ${text}\n${seen}`)));
  });
}

/** Nothing that carries the mark of the place is left, or will be in a moment. There is no event for that. */
async function expectNoSurvivors(place: Place): Promise<void> {
  await expect.poll(() => place.marker.find()).toEqual([]);
}

describe("a signal", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s cancels the turn and exits with 130", async (signal) => {
    await using place = await openPlace();
    const running = place.start(["run", "say Begun\nwait 600000\nsay never"]);
    await sees(running, "Begun");
    running.child.kill(signal);
    const { code, stdout, stderr } = await running.ended;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "Begun\n" });
    expect(stderr).toContain("Cancelled.");
    await expectNoSurvivors(place);
    // It is on record, and can be gone on with.
    const { stdout: shown } = await place.run(["sessions", "show", "latest", "--json"]);
    expect(shown).toContain('"stopReason":"cancelled"');
  });

  it("stops an agent that ignores it", async () => {
    await using place = await openPlace();
    const running = place.start(["run", "lie", ...(await liar("never-answers-a-prompt"))]);
    // What it said before is held until its line is over, so that the log tells.
    await waitForPrompt(place);
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    await expectNoSurvivors(place);
  }, 60_000);

  it("exits immediately when it is repeated", async () => {
    await using place = await openPlace();
    const running = place.start(["run", "lie", ...(await liar("never-answers-a-prompt"))]);
    await waitForPrompt(place);
    const insisting = setInterval(() => running.child.kill("SIGINT"), 100);
    const { code } = await running.ended;
    clearInterval(insisting);
    // A signal that arrives while Node itself is exiting ends it by that signal, which shells report as 130, too.
    expect(code ?? running.child.signalCode).toBeOneOf([130, "SIGINT"]);
    // The third signal does not wait for the agent: the guard ends it.
    await expectNoSurvivors(place);
  }, 60_000);

  it("stops a run whose prompt on stdin does not end", async () => {
    await using place = await openPlace();
    const running = place.start(["run"], { input: "say", keepsInputOpen: true });
    await expect.poll(() => existsSync(join(place.home, "parley.db"))).toBe(true);
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    // Nor does it wait for the rest when there is nobody to give it to.
    const missing = place.start(["run", "--agent", "nobody"], { keepsInputOpen: true });
    expect((await missing.ended).code).toBe(3);
  }, 60_000);

  it("stops an agent that never started up", async () => {
    await using place = await openPlace();
    const agent = program("process.stderr.write('up'); setInterval(() => undefined, 1000)");
    const running = place.start(["run", "hi", ...agent]);
    await expect.poll(() => place.marker.find()).toHaveLength(2);
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    await expectNoSurvivors(place);
  }, 60_000);
});

describe("a Parley that is killed", () => {
  it("leaves no agent behind, nor what the agent started", async () => {
    await using place = await openPlace();
    const running = place.start(["run", "--approve", "all", "say Begun\nrun sleep 600"]);
    await sees(running, "Begun");
    await expect.poll(() => place.marker.find()).not.toHaveLength(0);
    running.child.kill("SIGKILL");
    await running.ended;
    await expectNoSurvivors(place);
  }, 60_000);

  it("leaves a session that can be read and resumed", async () => {
    await using place = await openPlace();
    const running = place.start(["run", "say Begun\nwait 600000"]);
    await sees(running, "Begun");
    running.child.kill("SIGKILL");
    await running.ended;
    await expectNoSurvivors(place);
    expect((await place.run(["sessions", "show", "latest"])).stdout).toContain("Begun");
    expect(await place.run(["run", "--continue", "say Again"])).toMatchObject({ code: 0, stdout: "Again\n" });
  }, 60_000);
});

async function waitForPrompt(place: Place): Promise<void> {
  const isPrompted = async (): Promise<boolean> =>
    (await place.run(["sessions", "show", "latest", "--json"])).stdout.includes('"type":"prompt"');
  await expect.poll(isPrompted, { interval: 200 }).toBe(true);
}
