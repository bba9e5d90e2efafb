// Sessions that the user names: continued if the folder has one of that name, otherwise created; on its own and through a server.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { mkdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";
import { sees, serve, type Served } from "./serve/served.ts";

const TEST_MS = 120_000;

interface SessionJson {
  readonly id: string;
  readonly title: string;
  readonly name?: string;
  readonly cwd: string;
  readonly turns: number;
}

/** Of the server. */
let served: Place;
/** Where no server has the sessions. */
let alone: Place;
let server: Served;

beforeAll(async () => {
  served = await openPlace();
  alone = await openPlace();
  server = await serve(served);
}, TEST_MS);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
  await alone[Symbol.asyncDispose]();
});

describe.each([
  ["on its own", ["--no-server"]],
  ["through a server", []],
])("%s", { timeout: TEST_MS }, (title, where) => {
  const folder = title.replaceAll(" ", "-");
  let place: Place;
  beforeAll(() => void (place = where.length > 0 ? alone : served));

  const run = async (...args: readonly string[]) => place.run(["run", ...where, "--cwd", folder, ...args]);
  const list = async (): Promise<readonly SessionJson[]> => {
    const { stdout } = await place.run(["sessions", "list", "--json", "--here", ...where], { cwd: place.file(folder) });
    return (JSON.parse(stdout) as { readonly sessions: readonly SessionJson[] }).sessions;
  };

  it("run --name creates a session once, and continues it afterwards", async () => {
    await mkdir(place.file(folder));
    expect(await run("--name", "parser", "say One")).toMatchObject({ code: 0, stdout: "One\n" });
    await run("say Unnamed");
    expect(await run("--name", "parser", "say Two")).toMatchObject({ code: 0, stdout: "Two\n" });
    // A title that was made of a prompt is not a name.
    await run("--name", "say Unnamed", "say Three");
    expect((await list()).map(({ title: shown, name, turns }) => ({ shown, name, turns }))).toEqual([
      { shown: "say Unnamed", name: "say Unnamed", turns: 1 },
      { shown: "parser", name: "parser", turns: 2 },
      { shown: "say Unnamed", name: undefined, turns: 1 },
    ]);
    const { stdout } = await place.run(["sessions", "list", ...where]);
    expect(stdout).toContain("parser");
  });

  it("a name is valid in its own folder", async () => {
    await mkdir(place.file(`${folder}-2`));
    const outcome = await place.run(["run", ...where, "--cwd", `${folder}-2`, "--name", "parser", "say Elsewhere"]);
    expect(outcome).toMatchObject({ code: 0, stdout: "Elsewhere\n" });
    expect((await list()).filter(({ name }) => name === "parser")).toMatchObject([{ turns: 2 }]);
  });

  it("chat --name opens the same session", async () => {
    const options = { cwd: place.file(folder), env: { ...place.env, TERM: "xterm-256color" } };
    using chat = new PseudoTerminal(process.execPath, [PARLEY, "chat", ...where, "--name", "parser"], options);
    await chat.sees("Two");
    // The answer is other than what was typed: only the turn itself can show it.
    chat.types(String.raw`say From the\tchat` + "\r");
    await chat.sees("From the    chat");
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
    expect((await list()).filter(({ name }) => name === "parser")).toMatchObject([{ turns: 3 }]);
  });

  it("sessions rename gives a session a name that can be used to refer to it", async () => {
    const unnamed = (await list()).find(({ name }) => name === undefined);
    const renamed = await place.run(["sessions", "rename", unnamed?.id ?? "", "The", "lexer", "--json", ...where]);
    expect(JSON.parse(renamed.stdout)).toMatchObject({ id: unnamed?.id, title: "The lexer", name: "The lexer" });
    expect(await run("--name", "The lexer", "title Something else\nsay Four")).toMatchObject({ code: 0 });
    const shown = await place.run(["sessions", "show", "The lexer", ...where]);
    expect(shown.stdout).toContain("Four");
    // Whatever the agent calls it.
    expect((await list())[0]).toMatchObject({ id: unnamed?.id, title: "The lexer", turns: 2 });
  });

  it.each([
    [["--name", "x", "--continue"], "--continue and --name cannot be used together"],
    [["--name", " "], "--name is empty"],
    [["--name", "a\nb"], "--name contains a control character or a line break"],
    [["--name", "x".repeat(201)], "--name is longer than 200 characters"],
    [["--name", "latest"], '--name is "latest"'],
  ])("refuses %j", async (args, text) => {
    const outcome = await run(...args, "say x");
    expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 2, stderr: expect.stringContaining(text) });
  });
});

it("a session that is copied to another server keeps its name", { timeout: TEST_MS }, async () => {
  await alone.run(["run", "--no-server", "--name", "travels", "say x"]);
  await alone.run(["run", "--no-server", "say y"]);
  await alone.run(["sessions", "rename", "latest", "also travels", "--no-server"]);
  const args = ["sessions", "import", "travels", "also travels", "--json", "--server", server.url];
  const { stdout } = await alone.run(args, { env: { PARLEY_TOKEN: server.token } });
  expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ name: "travels" }, { name: "also travels" }] });
});

it("two runs at once in one session each print what their own turn says", { timeout: TEST_MS }, async () => {
  const run = (prompt: string) => served.start(["run", "--approve", "all", "--name", "shared", prompt]);
  const first = run(`say First begins\nrun until [ -e '${served.file("go")}' ]; do sleep 0.05; done\nsay First ends`);
  await sees(first, "First begins");
  const second = run("say Second");
  const third = run("say Third");
  const waiting = async (): Promise<number> => {
    const response = await server.fetch("/turns?state=created");
    return ((await response.json()) as { readonly turns: readonly unknown[] }).turns.length;
  };
  await expect.poll(waiting).toBe(2);
  await writeFile(served.file("go"), "");
  expect(await first.ended).toMatchObject({ code: 0, stdout: "First begins\nFirst ends\n" });
  expect(await second.ended).toMatchObject({ code: 0, stdout: "Second\n" });
  expect(await third.ended).toMatchObject({ code: 0, stdout: "Third\n" });
});
