// The limits of a turn: enforced by our own agent, watched for others; on its own and through a server.
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Outcome, type Place } from "./run-parley.ts";
import { serve, type Served } from "./serve/served.ts";

const TEST_MS = 120_000;
const MODEL = "openai-compatible/stub-model";

/** Of the server. */
let place: Place;
/** Where no server has the sessions. */
let alone: Place;
let model: StubModel;
let server: Served;
let env: Record<string, string>;

beforeAll(async () => {
  place = await openPlace();
  alone = await openPlace();
  model = await startStubModel();
  env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub", PARLEY_MODEL: MODEL };
  // A dollar for a thousand tokens: every request is over a cent.
  const models = { [MODEL]: { price: { input: 1000, output: 1000 } } };
  for (const each of [place, alone]) {
    await writeFile(each.file("a.txt"), "content\n");
    await writeFile(join(each.home, "config.json"), JSON.stringify({ models }));
  }
  server = await serve({ ...place, start: (args) => place.start(args, { env }) });
}, TEST_MS);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await model.close();
  await place[Symbol.asyncDispose]();
  await alone[Symbol.asyncDispose]();
});

/** The list of models is asked for as well. */
function completions(): number {
  return model.requests.filter(({ path }) => path.endsWith("/chat/completions")).length;
}

/** Four requests: a tool call in each of the first three. */
const WORK = `Please play this.\n${stubScript("read a.txt", "say one", "read a.txt", "say two", "read a.txt", "say three")}`;

describe.each([
  ["on its own", ["--no-server"]],
  ["through a server", []],
])("%s", { timeout: TEST_MS }, (_, where) => {
  const run = (agent: string, ...args: readonly string[]): Promise<Outcome> =>
    (where.length > 0 ? alone : place).run(
      ["run", ...where, "--agent", agent, ...args],
      agent === "parley" ? { env } : {},
    );
  const countRequests = async (work: () => Promise<Outcome>): Promise<[Outcome, number]> => {
    const before = completions();
    const outcome = await work();
    return [outcome, completions() - before];
  };

  it("the built-in agent stops at --max-turns, and can be continued", async () => {
    const [whole, all] = await countRequests(() => run("parley", WORK));
    expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining("three") });
    const [limited, count] = await countRequests(() => run("parley", "--max-turns", "2", WORK));
    expect(limited).toMatchObject({ code: 7, stdout: expect.not.stringContaining("three") });
    expect(limited.stderr).toContain("2 requests");
    expect([count, all]).toEqual([2, expect.any(Number)]);
    expect(all).toBeGreaterThan(2);
  });

  it("the built-in agent stops at --max-cost", async () => {
    const [limited, count] = await countRequests(() => run("parley", "--max-cost", "0.01", WORK));
    expect(limited.code).toBe(7);
    expect(limited.stderr).toContain("its limit is $0.01");
    expect(count).toBe(1);
    expect((await run("parley", "--max-cost", "100000", WORK)).code).toBe(0);
  });

  it("an external agent is cancelled when it reports more than --max-cost", async () => {
    const work = "usage 10 1000 0.10 USD\nsay Begun\nusage 20 1000 0.30 USD\nwait 600000\nsay never";
    const limited = await run("script", "--max-cost", "0.25", work);
    expect(limited).toMatchObject({ code: 7, stdout: "Begun\n" });
    expect(limited.stderr).toContain("This turn has cost $0.30; its limit is $0.25");
    expect((await run("script", "--max-cost", "0.50", "usage 20 1000 0.30 USD\nsay Done")).code).toBe(0);
  });

  it("the JSON result contains the stop reason", async () => {
    const { stdout, code } = await run("parley", "--max-turns", "1", "--format", "json", WORK);
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 7, stopReason: "max_turn_requests" });
    expect(code).toBe(7);
  });
});

describe("the settings", { timeout: TEST_MS }, () => {
  it.each([
    ["--max-turns", "0", "expected a whole number above 0"],
    ["--max-turns", "1.5", "expected a whole number above 0"],
    ["--max-cost", "free", "expected an amount in US dollars above 0"],
    ["--max-cost", "0", "expected an amount in US dollars above 0"],
  ])("refuse %s %s", async (flag, value, text) => {
    const outcome = await alone.run(["run", "--no-server", flag, value, "say x"]);
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 2, stderr: expect.stringContaining(text) });
  });

  it("can be set in the environment", async () => {
    const outcome = await alone.run(["run", "--no-server", "--agent", "parley", WORK], {
      env: { ...env, PARLEY_MAX_TURNS: "1" },
    });
    expect(outcome).toMatchObject({ code: 7, stderr: expect.stringContaining("1 request") });
  });
});
