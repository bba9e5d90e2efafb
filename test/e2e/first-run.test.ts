// The first minutes without a key: what the offline demo says and plays, model names, and adding a key.
import { holdClosedPort, type ClosedPort } from "@parley/test-support";
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { startStubModel } from "@parley/test-support/stub-model";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Outcome, type Place } from "./run-parley.ts";
import { serve } from "./serve/served.ts";

let place: Place;
let nowhere: ClosedPort;
/** The built-in agent, as a newcomer has it: no model, no key, no server of models. */
const env: Record<string, string> = { PARLEY_AGENT: "parley" };

beforeAll(async () => {
  place = await openPlace();
  nowhere = await holdClosedPort();
  env["OLLAMA_HOST"] = `http://127.0.0.1:${nowhere.port}`;
});
afterAll(async () => {
  nowhere[Symbol.dispose]();
  await place[Symbol.asyncDispose]();
});

describe("the offline demo", { timeout: 90_000 }, () => {
  /** A line for every verb that its help may list. */
  const EXAMPLES: Readonly<Record<string, string>> = {
    say: "say Hello",
    think: "think Hm",
    stream: "stream 2 10",
    read: "read notes.txt",
    write: "write made.txt Hello",
    edit: "edit made.txt Hello => Bye",
    run: "run true",
    timeout: "timeout 20000 true",
    fetch: "fetch http://127.0.0.1:9/",
    ask: "ask Your name?",
    plan: "plan Look; Do",
    usage: "usage 10 100",
    wait: "wait 1",
    stop: "stop end_turn",
    fail: "fail On purpose",
    help: "help",
  };

  it("says in two lines that no model is configured, and what to do", async () => {
    const { code, stdout } = await place.run(["run", "fix my bug"], { env });
    expect(code).toBe(0);
    expect(stdout).toContain(
      "No model is configured, so this is the offline demo. Type `help` to see what it can do.\n",
    );
    expect(stdout).toMatch(/^To add a model, run `parley agent login`.*or use an installed agent/m);
  });

  it("says so at the start of a chat that begins with a prompt, unless it was chosen explicitly", async () => {
    const chat = (...args: readonly string[]): PseudoTerminal =>
      new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], {
        cwd: place.work,
        env: { ...place.env, ...env },
      });
    using begun = chat("help");
    await begun.sees("No model is configured, so this is the offline demo.");
    await begun.sees("To add a model, run parley agent login");
    begun.types("/exit\r");
    await begun.exited;
    using chosen = chat("--model", "offline/script");
    await chosen.sees("Script (offline)");
    chosen.types("/exit\r");
    await chosen.exited;
    await expect(chosen.sees("No model is configured")).rejects.toThrow("Not seen");
  });

  it("runs every command in its help, and names those it does not run", async () => {
    const { stdout } = await place.run(["run", "help"], { env });
    const listed = [...stdout.matchAll(/^- `(\w+)/gm)].map(([, verb = ""]) => verb);
    expect(listed.toSorted()).toEqual(Object.keys(EXAMPLES).toSorted());
    const lines = listed.filter((verb) => verb !== "stop" && verb !== "fail").map((verb) => EXAMPLES[verb] ?? verb);
    const played = await place.run(["run", "--approve", "all", lines.join("\n")], { env });
    expect(played.stdout).not.toMatch(/not a script command|scripted agent only|not available in the offline demo/);
    expect(played.stdout).toContain("Hello");
    const refused = await place.run(["run", "say ok\ntitle Mine\ntour"], { env });
    expect(refused.stdout).toContain("Line 2 is not a script command: `title` is a command of the scripted agent only");
    expect(refused.stdout).toContain("Line 3 is not a script command: `tour`");
  });
});

describe("the name of a model", { timeout: 90_000 }, () => {
  const ways: readonly (readonly [string, (model: string) => Promise<{ code: number | null; stderr: string }>])[] = [
    ["--model", (model) => place.run(["run", "--model", model, "say hi"], { env })],
    ["PARLEY_MODEL", (model) => place.run(["run", "say hi"], { env: { ...env, PARLEY_MODEL: model } })],
  ];

  it.each(ways)("may be an unlisted one, with %s", async (_, run) => {
    const { stderr } = await run("ollama/x");
    expect(stderr).toContain(`Ollama is unreachable at ${env["OLLAMA_HOST"]}`);
  });

  it.each(ways)("must have a known provider, with %s", async (_, run) => {
    const outcome = await run("nobody/x");
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain("Provider nobody not found; available: anthropic, ");
    const nonsense = await run("nonsense");
    expect(nonsense.code).toBe(2);
    expect(nonsense.stderr).toContain('"nonsense" is not a model; expected PROVIDER/MODEL');
  });
});

describe("a key that is added while a server runs", { timeout: 180_000 }, () => {
  it("is used by new sessions and by those of the offline demo, without a restart", async () => {
    await using stub = await startStubModel();
    await using own = await openPlace();
    await using server = await serve(own);
    const run = (...args: readonly string[]): Promise<Outcome> => own.run(["run", ...args], { env });
    expect((await run("Good morning")).stdout).toContain("No model is configured");
    const notice = async (): Promise<string | undefined> => {
      const status = (await (await server.fetch("/server")).json()) as { readonly notice?: string };
      return status.notice;
    };
    expect(await notice()).toMatch(/^No model is configured.*parley agent login/);
    const login = ["agent", "login", "openai-compatible"];
    expect(await own.run(login, { input: `${stub.url}/v1\n\n` })).toMatchObject({ code: 0, stdout: "" });
    const answered = { code: 0, stdout: expect.stringContaining("This is the stub model") as string };
    expect(await run("--continue", "The same session")).toMatchObject(answered);
    expect(await run("A new session")).toMatchObject(answered);
    await expect.poll(notice, { timeout: 60_000, interval: 500 }).toBeUndefined();
    // Plans and routing use it too.
    expect(JSON.stringify(stub.requests)).not.toContain("clarifying_questions");
    const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    const body = JSON.stringify({ user_message: "Tidy up", mode: "plan", working_dir: own.work });
    await (await fetch(`${server.url}/reply`, { method: "POST", headers, body })).text();
    expect(JSON.stringify(stub.requests)).toContain("clarifying_questions");
    // Chosen on purpose, the demo stays.
    const count = stub.requests.length;
    expect(await run("--model", "offline/script", "say Offline")).toMatchObject({ code: 0, stdout: "Offline\n" });
    expect(stub.requests).toHaveLength(count);
  });
});

describe("agent login without a terminal", { timeout: 90_000 }, () => {
  it("says how to pass the key if no provider is given", async () => {
    const { code, stdout, stderr } = await place.run(["agent", "login"], { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Standard input is not a terminal/);
    expect(stderr).toContain("parley agent login anthropic < KEY_FILE");
  });

  it.each(["/dev/null", "a pipe"])("names the key that is missing in %s", async (input) => {
    const args = ["agent", "login", "anthropic"];
    const { code, stderr } =
      input === "a pipe" ? await place.run(args, { env }) : await runFromFile(["agent", "login", "anthropic"], input);
    expect(code).toBe(2);
    expect(stderr).toContain("No key for Anthropic on standard input (ANTHROPIC_API_KEY");
  });
});

/** With a file as its standard input, which is another kind of stream than a pipe. */
async function runFromFile(args: readonly string[], path: string): Promise<{ code: number | null; stderr: string }> {
  const input = await open(path);
  const child = spawn(process.execPath, [PARLEY, ...args], {
    env: { ...place.env, ...env },
    stdio: [input.fd, "ignore", "pipe"],
    detached: true,
  });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  await input.close();
  return { code, stderr };
}
