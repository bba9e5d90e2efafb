// Recipes from the command line: made from a session, listed, run with parameters; written by our agent, asked for by version.
import { startStubModel, stubScript } from "@parley/test-support/stub-model";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { call, callJson, readFrames } from "./prompting.ts";
import { serve, type Served } from "./served.ts";

const GREET = {
  version: "1.0.0",
  title: "Greet",
  description: "Greets somebody",
  prompt: "say Hello, {{ name }}, {{ times }} times",
  parameters: [
    { key: "name", description: "Who is greeted" },
    { key: "times", description: "How often", input_type: "number", required: false, default: "2" },
  ],
};

let place: Place;
let server: Served;

beforeAll(async () => {
  place = await openPlace();
  server = await serve(place);
  await mkdir(place.file(".parley", "recipes"), { recursive: true });
  await writeFile(place.file(".parley", "recipes", "greet.json"), JSON.stringify(GREET));
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
}, 60_000);

const recipe = (...args: readonly string[]) =>
  place.run(["recipe", ...args], { env: args.includes("--no-server") ? place.inSecondHome : {} });

describe("parley recipe", { timeout: 180_000 }, () => {
  it("lists and runs a recipe with parameters, and reports invalid ones", async () => {
    expect(await recipe()).toMatchObject({ code: 0, stdout: expect.stringMatching(/greet\s+name, times\s+Greets/) });
    const run = await recipe("run", "greet", "--param", "name=Ann=Lee", "-p", "times=3");
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Hello, Ann=Lee, 3 times") });
    const alone = await recipe("run", place.file(".parley/recipes/greet.json"), "--no-server", "-p", "name=Bob");
    expect(alone).toMatchObject({ code: 0, stdout: expect.stringContaining("Hello, Bob, 2 times") });
    for (const [args, why] of [
      [["greet"], /^--param name is missing: Who is greeted/],
      [["greet", "-p", "name=Ann", "-p", "nmae=Bob"], /nmae/],
      [["greet", "-p", "name=Ann", "-p", "times=often"], /times.*number/],
      [["greet", "-p", "name"], /--param.*KEY=VALUE/],
      [["greet", "-p", "name=a", "-p", "name=b"], /name.*twice/],
      [["nosuch"], /nosuch.*not found.*greet/],
    ] as const) {
      const refused = await recipe("run", ...args);
      expect(refused).toMatchObject({ stdout: "", stderr: expect.stringMatching(why) });
      expect(refused.code).not.toBe(0);
    }
  });

  it("makes a recipe from a session, as YAML and as JSON, that runs", async () => {
    expect(await place.run(["run", "say Recipe of the day"])).toMatchObject({ code: 0 });
    expect(await recipe("make", "latest", "-o", "day.yaml")).toMatchObject({ code: 0 });
    expect(await readFile(place.file("day.yaml"), "utf8")).toMatch(/^version: .*\ntitle: /);
    expect(await recipe("make", "latest", "-o", "day.json")).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(place.file("day.json"), "utf8"))).toMatchObject({ agent: "script" });
    for (const file of ["day.yaml", "day.json"]) {
      expect(await recipe("run", file)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("Recipe of the day"),
      });
    }
    const printed = await recipe("make", "latest", "-o", "-");
    expect([printed.stdout, printed.stderr]).toEqual([expect.stringMatching(/^version: .*\ntitle: /), ""]);
    const named = await recipe("make", "latest");
    const [, command = ""] = /Run it with: parley recipe run (\S+)\n$/.exec(named.stderr) ?? [];
    expect(await recipe("run", command)).toMatchObject({ code: 0, stdout: expect.stringContaining("of the day") });
    const again = await recipe("make", "latest", "-o", "day.yaml");
    expect(again.code).not.toBe(0);
    expect(again.stderr).toContain("already exists");
    await writeFile(place.file(".parley", "recipes", "wrong.yaml"), "titel: Wrong\n");
    expect((await recipe()).stdout).toMatch(/wrong +titel: unknown field/);
    await writeFile(place.file("broken.yaml"), "title: [\n");
    expect(await recipe("run", "broken.yaml")).toMatchObject({
      stderr: expect.stringMatching(/broken\.yaml.*not YAML/),
    });
  });

  it("makes a recipe from a local session that runs", async () => {
    const secret = ["sk", "ant", "api03", "abcdefghijklmnopqrstuvwxyz0123456789"].join("-");
    const session = await place.run(["run", `say Alone with ${secret}`], { env: place.inSecondHome });
    expect(session).toMatchObject({ code: 0 });
    expect(await recipe("make", "latest", "--no-server", "-o", "alone.yaml")).toMatchObject({ code: 0 });
    expect(await readFile(place.file("alone.yaml"), "utf8")).not.toContain(secret);
    const run = await recipe("run", "alone.yaml", "--no-server");
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Alone with") });
    const missing = await recipe("make", "nosuch", "--no-server");
    expect(missing).toMatchObject({ stdout: "", stderr: expect.stringContaining('"nosuch" not found') });
    expect(missing.code).not.toBe(0);
  });

  it("lists the server's recipes, and runs them by title and by id", async () => {
    const { id } = await callJson<{ id: string }>(server, "POST", "/recipes", { ...GREET, title: "Greet from afar" });
    expect((await recipe("list")).stdout).toMatch(/greet\s+name, times.*Greet from afar\s+name, times/s);
    const { recipes } = JSON.parse((await recipe("list", "--json")).stdout) as { recipes: object[] };
    expect(recipes).toContainEqual(expect.objectContaining({ name: "Greet from afar", id }));
    for (const name of ["Greet from afar", id]) {
      const run = await recipe("run", name, "-p", "name=Cy");
      expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Hello, Cy, 2 times") });
    }
    expect((await recipe("list", "--no-server")).stdout).not.toContain("afar");
    expect((await recipe("run", "Greet from afar", "--no-server", "-p", "name=Cy")).code).not.toBe(0);
  });

  it("runs recipes that the built-in agent's /recipe writes", async () => {
    await using model = await startStubModel();
    const env = { ...place.inSecondHome, OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub" };
    const chosen = ["--agent", "parley", "--model", "openai-compatible/stub-model"];
    const written = {
      title: "Greet again",
      instructions: "say Greetings to {{ who }}",
      activities: ["Greet"],
      parameters: [{ key: "who", description: "Whom", required: true }],
    };
    // The prompt for the recipe quotes the conversation, and with it the script that the stub plays.
    const first = await place.run(["run", ...chosen, stubScript(`say ${JSON.stringify(written)}`)], { env });
    expect(first).toMatchObject({ code: 0 });
    const made = await place.run(["run", ...chosen, "--continue", "/recipe"], { env });
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("greet-again.yaml") });
    const run = await recipe("run", "greet-again", "-p", "who=all");
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Greetings to all") });
  });
});

describe("recipe_version", { timeout: 120_000 }, () => {
  it("selects the version, and lists the existing ones", async () => {
    for (const version of ["1.0.0", "2.0.0"]) {
      await callJson(server, "POST", "/recipes", {
        version,
        title: "Say",
        description: "Says",
        prompt: `say v${version}`,
      });
    }
    const say = async (version?: string): Promise<string> => {
      const body = { recipe_name: "Say", ...(version && { recipe_version: version }), working_dir: place.work };
      return JSON.stringify(readFrames(await call(server, "POST", "/reply", body)));
    };
    expect(await say("1.0.0")).toContain("v1.0.0");
    expect(await say()).toContain("v2.0.0");
    await expect(say("3.0.0")).rejects.toThrow(/4\d\d .*3\.0\.0/);
  });
});
