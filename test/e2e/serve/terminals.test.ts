// Commands of agents in terminals: followed, typed into and ended over HTTP, the client library and the command line.
import { connectServer } from "@parley/remote";
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place, type Running } from "../run-parley.ts";
import { sees, serve, type Served } from "./served.ts";

interface Terminal {
  readonly id: string;
  readonly command: string;
  readonly is_running: boolean;
  readonly is_pty: boolean;
  readonly output: string;
  readonly exit?: { readonly exit_code: number | null; readonly signal: string | null };
}

const ASK = `printf '\\033[31mname\\033[0m? '; read -r name; echo "hello $name"; stty size`;

async function listed(server: Served, session: string): Promise<readonly Terminal[]> {
  const { terminals } = (await (await server.fetch(`/sessions/${session}/terminals`)).json()) as {
    readonly terminals: readonly Terminal[];
  };
  return terminals;
}

/** Starts a turn that runs a command; resolves when the command has asked. */
async function ask(place: Place, server: Served, command: string, asked: string): Promise<Asked> {
  const { id: session } = (await (
    await server.fetch("/sessions", { method: "POST", body: JSON.stringify({ agent: "script", cwd: place.work }) })
  ).json()) as { readonly id: string };
  const running = place.start(["run", "--session", session, "--approve", "all", `run ${command}`]);
  for (;;) {
    const [terminal] = await listed(server, session);
    if (terminal !== undefined) {
      const { output } = (await (
        await server.fetch(`/sessions/${session}/terminals/${terminal.id}`)
      ).json()) as Terminal;
      if (output.includes(asked)) return { session, terminal, running };
    }
  }
}

interface Asked {
  readonly session: string;
  readonly terminal: Terminal;
  readonly running: Running;
}

function post(server: Served, { session, terminal }: Asked, what: string, body: object = {}): Promise<Response> {
  const path = `/sessions/${session}/terminals/${terminal.id}/${what}`;
  return server.fetch(path, { method: "POST", body: JSON.stringify(body) });
}

async function eventsOf(server: Served, session: string): Promise<readonly Record<string, unknown>[]> {
  const { events } = (await (await server.fetch(`/sessions/${session}/events`)).json()) as {
    readonly events: readonly Record<string, unknown>[];
  };
  return events.filter(({ type }) => type === "terminal");
}

describe("a command of an agent", { timeout: 120_000 }, () => {
  it("is followed and typed into from two surfaces, and its log says who typed", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const asked = await ask(place, server, ASK, "name");
    const { session, terminal } = asked;
    expect(terminal).toMatchObject({ is_running: true, is_pty: true, size: { cols: 120, rows: 30 } });
    await using remote = connectServer({ url: server.url, token: server.token }, { client: { name: "editor" } });
    const heard: string[] = [];
    const ended = new Promise<unknown>((resolve, reject) => {
      remote.terminal(session, terminal.id, {
        terminal: ({ output }) => void heard.push(output),
        output: (text) => void heard.push(text),
        ended: (exit, error) => (error === undefined ? resolve(exit) : reject(error)),
      });
    });
    const watching = place.start(["sessions", "terminal", session]);
    await sees(watching, "name?");
    expect((await post(server, asked, "resize", { cols: 66, rows: 22 })).status).toBe(204);
    expect(await place.run(["sessions", "terminal", session, terminal.id.slice(0, 9), "--write", "Ada"])).toMatchObject(
      {
        code: 0,
      },
    );
    expect(await ended).toEqual({ exit_code: 0, signal: null });
    expect(heard.join("")).toContain("\u001b[31mname\u001b[0m? Ada\r\nhello Ada\r\n22 66\r\n");
    const seen = await watching.ended;
    expect(seen.stdout).toBe("name? Ada\nhello Ada\n22 66\n");
    expect(seen.stderr).toContain("exit code 0");
    expect((await asked.running.ended).code).toBe(0);
    const events = await eventsOf(server, session);
    expect(events.map(({ output }) => (typeof output === "string" ? output : "")).join("")).toBe(
      "name? Ada\nhello Ada\n22 66\n",
    );
    expect(events).toContainEqual(expect.objectContaining({ input: "Ada\r", actor: { surface: "terminal" } }));
    // Its agent has released it: the log still has it.
    const again = await place.run(["sessions", "terminal", session, "--no-follow"]);
    expect(again.stdout).toBe("name? Ada\nhello Ada\n22 66\n");
    expect((await post(server, asked, "write", { data: "x" })).status).toBe(410);
    const { stdout } = await place.run(["sessions", "terminals", session, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ terminals: [{ id: terminal.id, exit: { exit_code: 0 } }] });
  });

  it("is attached to from a terminal, which leaves it running, comes back, types and gives it its size", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const asked = await ask(place, server, `${ASK}; echo "pager $PAGER"`, "name");
    const attach = (): PseudoTerminal =>
      new PseudoTerminal(process.execPath, [PARLEY, "sessions", "terminal", asked.session], {
        cwd: place.work,
        env: { ...place.env, TERM: "xterm-256color" },
      });
    using first = attach();
    await first.sees("name");
    first.types("\u001d");
    await first.sees("the command keeps running");
    expect(await first.exited).toBe(0);
    using second = attach();
    await second.sees("name");
    second.types("Ada\r");
    await second.sees("hello Ada");
    await second.sees("30 100");
    await second.sees("pager cat");
    await second.sees("exit code 0");
    expect(await second.exited).toBe(0);
    expect((await asked.running.ended).code).toBe(0);
  });

  it("is given a password that the log does not have, and is ended by a person with what it started", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const asked = await ask(
      place,
      server,
      // As `sudo` and `ssh` do: what is typed is hidden before the prompt invites to type.
      `stty -echo; printf 'password: '; read -r x; stty echo; echo got; sleep 600`,
      "password",
    );
    await post(server, asked, "write", { data: "hunter2-secret\r" });
    const watching = place.start(["sessions", "terminal", asked.session, "--read-only"]);
    await sees(watching, "got");
    expect((await place.run(["sessions", "terminal", asked.session, "--kill"])).code).toBe(0);
    expect((await watching.ended).stderr).toContain("has ended");
    await asked.running.ended;
    const events = await eventsOf(server, asked.session);
    expect(events).toContainEqual(expect.objectContaining({ hiddenInput: 15, actor: { surface: "api" } }));
    expect(events).toContainEqual(expect.objectContaining({ killed: true, actor: { surface: "terminal" } }));
    expect(JSON.stringify(events)).not.toContain("hunter2");
  });

  it("streams as server-sent events, and says what is wrong with a request", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const asked = await ask(place, server, ASK, "name");
    const { session, terminal } = asked;
    const stream = await server.fetch(`/sessions/${session}/terminals/${terminal.id}/stream`);
    expect((await post(server, asked, "write", { data: "Bob\r" })).status).toBe(204);
    const text = await stream.text();
    expect(text).toMatch(/^event: terminal\n/);
    expect(text).toContain("hello Bob");
    expect(text).toMatch(/event: end\ndata: \{"exit":\{"exit_code":0,"signal":null\}\}\n\n$/);
    expect((await server.fetch(`/sessions/${session}/terminals/none/stream`)).status).toBe(404);
    expect((await server.fetch("/sessions/none/terminals")).status).toBe(404);
    expect((await post(server, asked, "resize", { cols: 0, rows: 1 })).status).toBe(400);
    expect((await post(server, asked, "write", { data: "" })).status).toBe(400);
    const unknown = await place.run(["sessions", "terminal", session, "none"]);
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.stderr).toContain("parley sessions terminals");
    await asked.running.ended;
  });

  it("finds the end of its input on pipes, if the server is told to use them", async () => {
    await using place = await openPlace();
    await using server = await serve(place, [], { env: { PARLEY_PTY: "off" } });
    const ran = await place.run(["run", "--approve", "all", "--format", "json", "run cat; test -t 1 || echo pipe"]);
    expect(ran.code).toBe(0);
    const { sessionId } = JSON.parse(ran.stdout) as { readonly sessionId: string };
    expect((await place.run(["sessions", "terminal", sessionId, "--no-follow"])).stdout).toBe("pipe\n");
    expect((await server.fetch("/health")).ok).toBe(true);
  });
});
