// Rewinding a session to before a prompt: files and conversation, from the terminal, the API and the chat.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { fullTextOf, startStubModel, stubScript } from "@parley/test-support/stub-model";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";
import { serve, type Served } from "./serve/served.ts";

interface Session {
  readonly id: string;
  readonly conversation: readonly { readonly content: readonly { readonly text?: string }[] }[];
}

async function latest(server: Served): Promise<string> {
  const { sessions } = (await (await server.fetch("/sessions")).json()) as { readonly sessions: readonly Session[] };
  return sessions[0]?.id ?? "";
}

async function post(server: Served, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await (await fetch(`${server.url}${path}`, init)).json()) as Record<string, unknown>;
}

/** Everything that was said, as the native API has it. */
async function said(server: Served, id: string): Promise<string> {
  const { conversation } = (await (await server.fetch(`/sessions/${id}`)).json()) as Session;
  return conversation.flatMap(({ content }) => content.map(({ text = "" }) => text)).join("\n");
}

interface Task {
  readonly id: string;
  readonly history?: readonly unknown[];
  readonly metadata: object;
}

async function readTasks(server: Served, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${server.token}`, "a2a-version": "1.0" };
  return (await fetch(`${server.url}/a2a/v1/tasks${path}`, { headers })).json();
}

/** What there is of it: the native API, a search, the history of ACP-REST, the tasks of A2A. */
async function showEverywhere(place: Place, server: Served, id: string): Promise<readonly string[]> {
  const read = async (path: string): Promise<unknown> => (await server.fetch(path)).json();
  const { history } = (await read(`/session/${id}`)) as { readonly history: readonly string[] };
  const messages = await Promise.all(history.map((uri) => read(new URL(uri).pathname)));
  const tasks = await readTasks(server, `?contextId=${id}&historyLength=100&includeArtifacts=true`);
  const { stdout } = await place.run(["sessions", "search", "answer"]);
  return [await said(server, id), stdout, JSON.stringify(messages), JSON.stringify(tasks)];
}

async function play(place: Place, text: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await place.run(["run", "--approve", "all", ...args, text]);
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
}

describe("a rewind", { timeout: 120_000 }, () => {
  it("restores the files and the conversation, and the agent continues from there", async () => {
    await using place = await openPlace();
    await using model = await startStubModel();
    const env = { PARLEY_MODEL: "openai-compatible/stub-model", OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub" };
    await using server = await serve(place, [], { env: { ...env, PARLEY_AGENT: "parley" } });
    const say = async (...lines: readonly string[]): Promise<string> => {
      const next = model.requests.length === 0 ? [] : ["--continue"];
      await play(place, stubScript(...lines), "--agent", "parley", ...next);
      const last = model.requests.findLast(({ isSide }) => !isSide);
      return last?.conversation === undefined ? "" : fullTextOf(last.conversation);
    };
    const rewind = (...args: readonly string[]) => place.run(["sessions", "rewind", ...args]);
    await say("write a.txt one", "say The first answer");
    await say("edit a.txt one => two", "write b.txt new", "say The second answer");
    await say("edit a.txt two => three", "say The third answer");
    const listed = await rewind();
    expect(listed.stdout.split("\n").map((line) => line.slice(0, 2))).toEqual(["1 ", "2 ", "3 ", ""]);
    const rewound = await rewind("--turn", "2", "--json");
    expect(JSON.parse(rewound.stdout)).toMatchObject({
      turn: 2,
      prompt: [{ type: "text", text: expect.stringContaining("edit a.txt one => two") }],
      files: ["a.txt", "b.txt"],
      left: [],
    });
    expect(await readFile(place.file("a.txt"), "utf8")).toBe("one");
    expect(existsSync(place.file("b.txt"))).toBe(false);
    expect((await place.run(["sessions", "changes"])).stdout).toBe("added a.txt (+1 -0)\n");
    const id = await latest(server);
    expect(await said(server, id)).toContain("The first answer");
    expect(await said(server, id)).not.toContain("The second answer");
    expect((await rewind()).stdout).toContain("The rewind to before turn 2 can be undone (--undo).");
    const undone = await rewind("--undo");
    expect(undone.stderr).toContain("Undid the rewind to before turn 2.");
    expect(await readFile(place.file("a.txt"), "utf8")).toBe("three");
    expect(await readFile(place.file("b.txt"), "utf8")).toBe("new");
    expect(await said(server, id)).toContain("The third answer");
    expect(await say("say The fourth answer")).toContain("The third answer");
    expect((await rewind("--turn", "3")).stderr).toContain("restored a.txt");
    const told = await say("say Another way");
    expect(told).toContain("The second answer");
    // Our own agent has cut its session: it has the conversation itself, and no account of it.
    expect(told).not.toContain("This conversation started without you");
    expect(told).not.toContain("The third answer");
    expect(told).not.toContain("The fourth answer");
    expect((await rewind("--undo")).stderr).toContain("the session was not rewound, or a turn ran since");
    expect((await rewind("--turn", "3")).stderr).toContain("it can be rewound to turn 1, 2, 5");
  });

  it("is left out wherever the conversation is shown, and shown again after an undo", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await play(place, "say The first answer");
    await play(place, "say The second answer", "--continue");
    const id = await latest(server);
    const { tasks } = (await readTasks(server, `?contextId=${id}`)) as { readonly tasks: readonly Task[] };
    expect(tasks).toHaveLength(2);
    expect(await post(server, `/sessions/${id}/rewind`, { turn: "2" })).toMatchObject({ turn: 2 });
    for (const shown of await showEverywhere(place, server, id)) {
      expect(shown).toContain("The first answer");
      expect(shown).not.toContain("The second answer");
    }
    const task = (await readTasks(server, `/${tasks[0]?.id}`)) as Task;
    expect(task).toMatchObject({ id: tasks[0]?.id, metadata: { isRewound: true } });
    expect(JSON.stringify(task)).not.toContain("The second answer");
    expect((await server.fetch(`/resources/sessions/${id}/turns/2/output`)).status).toBe(404);
    await play(place, "say The third answer", "--continue");
    const later = await showEverywhere(place, server, id);
    expect(later.filter((shown) => shown.includes("The third answer"))).toHaveLength(later.length);
    expect(later.filter((shown) => shown.includes("The second answer"))).toEqual([]);
    await post(server, `/sessions/${id}/rewind`, { turn: "1" });
    await post(server, `/sessions/${id}/rewind`, { undo: true });
    expect(await showEverywhere(place, server, id)).toEqual(later);
    expect((await server.end()).code).toBe(0);
    const recipe = await place.run(["recipe", "make", id, "--no-server", "--output", "-"]);
    expect(recipe.stdout).toContain("The first answer");
    expect(recipe.stdout).not.toContain("The second answer");
  });

  it("is refused while a turn runs, and leaves files alone that were changed since", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await writeFile(place.file("a.txt"), "one\n");
    await writeFile(place.file("b.txt"), "same\n".repeat(20));
    await play(place, "edit a.txt one => two\nrun mv b.txt c.txt");
    const go = join(place.home, "go");
    const running = place.start([
      "run",
      "--continue",
      "--approve",
      "all",
      `run until [ -e ${go} ]; do sleep 0.05; done`,
    ]);
    const id = await latest(server);
    const isRunning = async (): Promise<string> =>
      ((await (await server.fetch(`/sessions/${id}`)).json()) as { readonly status: string }).status;
    await expect.poll(isRunning, { timeout: 60_000 }).toBe("running");
    expect(await post(server, `/sessions/${id}/rewind`, { turn: "1" })).toMatchObject({
      code: "session_busy",
      message: expect.stringContaining("so it cannot be rewound"),
    });
    expect(await readFile(place.file("a.txt"), "utf8")).toBe("two\n");
    await writeFile(go, "");
    expect((await running.ended).code).toBe(0);
    await writeFile(place.file("a.txt"), "mine\n");
    const { files, left } = await post(server, `/sessions/${id}/rewind`, { turn: "1" });
    expect({ files, left }).toMatchObject({ files: ["c.txt"], left: [{ path: "a.txt", reason: "changed_since" }] });
    expect([existsSync(place.file("b.txt")), existsSync(place.file("c.txt"))]).toEqual([true, false]);
    expect(await readFile(place.file("a.txt"), "utf8")).toBe("mine\n");
    expect(await post(server, `/sessions/${id}/rewind`, { undo: true })).toMatchObject({ turn: 1, left: [] });
    expect([existsSync(place.file("b.txt")), existsSync(place.file("c.txt"))]).toEqual([false, true]);
    for (const [body, code] of [
      [{ turn: "9" }, "turn_not_found"],
      [{ turn: "no-such-turn" }, "turn_not_found"],
      [{ turn: "1", undo: true }, "bad_input"],
      [{ undo: true }, "bad_input"],
      [{ turn: 1 }, "bad_input"],
    ] as const)
      expect(await post(server, `/sessions/${id}/rewind`, body)).toMatchObject({ code });
    await rename(place.file("c.txt"), place.file("d.txt"));
    expect(await post(server, `/sessions/${id}/rewind`, { turn: "last", keep_files: true })).toMatchObject({
      turn: 2,
      files: [],
    });
  });

  it("from one chat is seen in the other, and the prompt is there to be edited", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const openChat = async (...args: readonly string[]): Promise<PseudoTerminal> => {
      const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color" } };
      const chat = new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], options);
      await chat.sees("Describe a task");
      return chat;
    };
    using one = await openChat("--level", "bypass");
    one.types("write a.txt first\r");
    await one.sees("1 file changed");
    one.types("write b.txt second\r");
    await one.sees("1 file changed");
    using two = await openChat("--continue");
    two.types("/rewind\r");
    await two.sees("Go back to before which prompt?");
    two.types("\r");
    for (const chat of [one, two]) await chat.sees("Rewound to before turn 2, 1 file restored");
    await two.sees("› write b.txt second");
    expect([existsSync(place.file("a.txt")), existsSync(place.file("b.txt"))]).toEqual([true, false]);
    two.types(" thoughts\r");
    for (const chat of [one, two]) await chat.sees("1 file changed");
    expect(await readFile(place.file("b.txt"), "utf8")).toContain("second thoughts");
    one.types("/rewind 1\r");
    for (const chat of [one, two]) await chat.sees("Rewound to before turn 1, 2 files restored");
    await one.sees("› write a.txt first");
    one.types("\u0015/rewind undo\r");
    for (const chat of [one, two]) await chat.sees("Undid the rewind to before turn 1, 2 files restored");
    expect(await readFile(place.file("b.txt"), "utf8")).toContain("second thoughts");
    for (const chat of [one, two]) {
      chat.types("/exit\r");
      expect(await chat.exited).toBe(0);
    }
    expect((await server.end()).code).toBe(0);
  });
});
