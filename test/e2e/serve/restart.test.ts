// A server that is killed or stopped, and started again: what was asked is answered, what was allowed is executed, nothing is reported that was not done.
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import {
  call,
  dialects,
  loadOverAcp,
  reaches,
  readLog,
  readTurn,
  type Begun,
  type Choice,
  type LoggedEvent,
} from "./dialects.ts";
import { crash, endings } from "./ended-servers.ts";
import { serve, type Served } from "./served.ts";

const OVER = ["completed", "failed", "cancelled"];

async function pendingOf(server: Served, { sessionId }: Begun): Promise<readonly unknown[]> {
  const path = `/interactions?session_id=${sessionId}&state=pending`;
  return (await call<{ interactions: readonly unknown[] }>(server, "GET", path)).interactions;
}

function typesOf(log: readonly LoggedEvent[]): readonly string[] {
  return log.map(({ type }) => type);
}

async function say(server: Served, sessionId: string, text: string): Promise<string> {
  const { turn_id } = await call<{ turn_id: string }>(server, "POST", `/sessions/${sessionId}/reply`, {
    user_message: text,
  });
  return turn_id;
}

describe("a question that was open when the server stopped", { timeout: 180_000 }, () => {
  it.each(["crash", "terminate", "interrupt"] as const)(
    "by %s: can be answered over any protocol, and the built-in agent carries out the answer",
    async (ending) => {
      await using place = await openPlace();
      const first = await serve(place);
      const cases = await Promise.all(
        dialects.flatMap((dialect) =>
          (["allow_once", "reject_once", "cancel"] as const).map(async (choice) => {
            const file = `${dialect.name}-${choice}.txt`;
            const begun = await dialect.begin(first, "backend", `write ${file} hello\nsay the end`, place.work);
            await reaches(first, begun.turnId, "awaiting", ...OVER);
            return { dialect, choice, begun, file: place.file(file) };
          }),
        ),
      );
      await endings[ending](first);

      await using server = await serve(place);
      for (const { dialect, choice, begun, file } of cases) {
        const what = `${dialect.name} ${choice}`;
        expect([what, await dialect.state(server, begun)]).toEqual([what, dialect.words.awaiting]);
        if (choice === "cancel") await dialect.cancel(server, begun);
        else await dialect.answer(server, begun, choice satisfies Choice);
        const { state } = await reaches(server, begun.turnId, ...OVER);
        const expected = choice === "cancel" ? "cancelled" : "completed";
        expect([what, state, existsSync(file)]).toEqual([what, expected, choice === "allow_once"]);
        expect(await dialect.state(server, begun)).toBe(dialect.words[expected]);
        expect(await pendingOf(server, begun)).toEqual([]);
        const log = await readLog(server, begun.sessionId);
        expect(log.filter(({ type }) => type === "prompt" || type === "stop")).toHaveLength(2);
        const said =
          JSON.stringify(log)
            .match(/"agent_message_chunk"[^}]*\}/g)
            ?.join("") ?? "";
        const stopReason = log.find(({ type }) => type === "stop")?.["stopReason"];
        expect([stopReason, said.includes("the end")]).toEqual(
          choice === "cancel" ? ["cancelled", false] : ["end_turn", true],
        );
        expect(await readFile(file, "utf8").catch(() => "")).toBe(choice === "allow_once" ? "hello" : "");
        // The session takes the next prompt as if nothing had happened.
        const next = await say(server, begun.sessionId, "say next");
        expect(await reaches(server, next, ...OVER)).toMatchObject({ state: "completed" });
      }
    },
  );

  it("is a form, and the built-in agent gets the values, even after a forced stop", async () => {
    await using place = await openPlace();
    const first = await serve(place);
    const [native] = dialects;
    const begun = await native!.begin(first, "backend", "ask Which colour?\nsay asked", place.work);
    await reaches(first, begun.turnId, "awaiting");
    await endings.insist(first);
    await using server = await serve(place);
    const { interaction_id: id } = await readTurn(server, begun.turnId);
    const answer = { id, action: "accept", content: { answer: "marmalade" } };
    await call(server, "POST", "/action-required/elicitation", answer);
    expect(await reaches(server, begun.turnId, ...OVER)).toMatchObject({ state: "completed" });
    const log = JSON.stringify(await readLog(server, begun.sessionId));
    expect(log).toContain("The user answered: marmalade");
    expect(await pendingOf(server, begun)).toEqual([]);
  });

  it("is answered over ACP-REST with sync, and the returned run is finished", async () => {
    await using place = await openPlace();
    const first = await serve(place);
    const rest = dialects.find(({ name }) => name === "acp-rest");
    const write = await rest!.begin(first, "backend", "write sync.txt hello", place.work);
    const form = await rest!.begin(first, "backend", "ask Which colour?", place.work);
    for (const { turnId } of [write, form]) await reaches(first, turnId, "awaiting");
    await crash(first);
    await using server = await serve(place);
    for (const [{ turnId, sessionId }, content] of [[write, "allow_once"] as const, [form, "marmalade"] as const]) {
      const message = { role: "user", parts: [{ content_type: "text/plain", content }] };
      const body = { run_id: turnId, mode: "sync", await_resume: { type: "message", message } };
      const run = await call<{ status: string }>(server, "POST", `/runs/${turnId}`, body);
      expect([content, run.status]).toEqual([content, "completed"]);
      const answers = (await readLog(server, sessionId)).filter(({ type }) => type.endsWith("_answered"));
      // Who answered stays in the log, with the question that was shown.
      expect(answers.map(({ by }) => by)).toEqual(["token", "remembered"]);
    }
    expect(await readFile(place.file("sync.txt"), "utf8")).toBe("hello");
  });

  it("stays open through a crash and a stop, and needs one answer", async () => {
    await using place = await openPlace();
    const first = await serve(place);
    const [native] = dialects;
    const begun = await native!.begin(first, "backend", "write twice.txt x\nrun echo more > more.txt", place.work);
    await reaches(first, begun.turnId, "awaiting");
    await crash(first);
    const second = await serve(place);
    await second.end();
    await using server = await serve(place);
    await native!.answer(server, begun, "allow_once");
    // What comes after it is a question of its own.
    await expect.poll(() => existsSync(place.file("twice.txt"))).toBe(true);
    await expect.poll(() => pendingOf(server, begun)).toHaveLength(1);
    expect(existsSync(place.file("more.txt"))).toBe(false);
    await native!.answer(server, begun, "allow_once");
    expect(await reaches(server, begun.turnId, ...OVER)).toMatchObject({ state: "completed" });
    expect(existsSync(place.file("more.txt"))).toBe(true);
  });
});

/** An agent of somebody else, which loads its sessions and knows nothing of an interrupted turn but what it is told. */
const FOREIGN = `
const fs = require("node:fs");
const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
const asked = new Map();
let ids = 0;
const ask = (method, params) => new Promise((resolve) => { const id = "a" + (ids += 1); asked.set(id, resolve); send({ id, method, params }); });
const say = (sessionId, text) => send({ method: "session/update", params: { sessionId, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } } } });
async function prompt(id, { sessionId, prompt: blocks }) {
  const text = blocks.map((block) => block.text).join("|");
  const isRestarted = text.includes("restarted");
  if (process.argv[2] === "echo") say(sessionId, text);
  else if (process.argv[2] === "idle" && isRestarted) say(sessionId, "all done");
  else {
    const path = process.argv[2] === "other" && isRestarted ? "other.txt" : "foreign.txt";
    const toolCall = { toolCallId: "call" + ids, title: "Write " + path, kind: "edit", rawInput: { path }, status: "pending" };
    const options = [{ optionId: "yes", name: "Allow", kind: "allow_once" }, { optionId: "no", name: "Reject", kind: "reject_once" }];
    const { result } = await ask("session/request_permission", { sessionId, toolCall, options });
    if (result.outcome.optionId === "yes") fs.writeFileSync(process.argv[3] + "/" + path, "foreign");
    send({ method: "session/update", params: { sessionId, update: { ...toolCall, sessionUpdate: "tool_call", status: result.outcome.optionId === "yes" ? "completed" : "failed" } } });
  }
  send({ id, result: { stopReason: "end_turn" } });
}
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) asked.get(id)?.({ result });
  else if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
  else if (method === "session/new") send({ id, result: { sessionId: "s" + process.pid + "-" + id } });
  else if (method === "session/load") send({ id, result: {} });
  else if (method === "session/prompt") void prompt(id, params);
  else if (id !== undefined) send({ id, error: { code: -32601, message: "Method not found: " + method } });
});
`;

async function addForeign(place: Place): Promise<void> {
  const program = join(place.home, "foreign.cjs");
  await writeFile(program, FOREIGN);
  const agent = (how: string) => ({ command: process.execPath, args: [program, how, place.work] });
  const agents = { again: agent("again"), idle: agent("idle"), other: agent("other"), echo: agent("echo") };
  await writeFile(join(place.home, "config.json"), JSON.stringify({ agents }));
}

describe("an external agent that was waiting when the server stopped", { timeout: 180_000 }, () => {
  it.each(["crash", "terminate"] as const)(
    "by %s: gets the answer if it asks again; otherwise the user is asked, or the turn fails",
    async (ending) => {
      await using place = await openPlace();
      await addForeign(place);
      const first = await serve(place);
      const [native] = dialects;
      const [again, idle, other] = await Promise.all(
        ["again", "idle", "other"].map(async (agent) => {
          const begun = await native!.begin(first, agent, "go", place.work);
          await reaches(first, begun.turnId, "awaiting");
          return begun;
        }),
      );
      await endings[ending](first);
      await using server = await serve(place);

      await native!.answer(server, idle!, "allow_once");
      const lost = await reaches(server, idle!.turnId, ...OVER);
      expect(lost).toMatchObject({ state: "failed", error: { code: "answer_lost" } });
      expect(lost.error?.message).toContain("Write foreign.txt");
      expect(existsSync(place.file("foreign.txt"))).toBe(false);

      await native!.answer(server, other!, "allow_once");
      await expect.poll(() => pendingOf(server, other!)).toHaveLength(1);
      expect(JSON.stringify(await pendingOf(server, other!))).toContain("asked again after a restart");
      await native!.answer(server, other!, "reject_once");
      await reaches(server, other!.turnId, ...OVER);
      expect(existsSync(place.file("other.txt"))).toBe(false);

      await native!.answer(server, again!, "allow_once");
      expect(await reaches(server, again!.turnId, ...OVER)).toMatchObject({ state: "completed" });
      expect(await readFile(place.file("foreign.txt"), "utf8")).toBe("foreign");
      const log = await readLog(server, again!.sessionId);
      expect(typesOf(log).filter((type) => type === "permission_asked")).toHaveLength(2);
      expect(typesOf(log).filter((type) => type === "prompt")).toHaveLength(1);
    },
  );
});

describe("after the server was killed", { timeout: 180_000 }, () => {
  it("runs queued prompts in order, and marks the running one as interrupted", async () => {
    await using place = await openPlace();
    const first = await serve(place);
    const [native] = dialects;
    const running = await native!.begin(first, "script", "say zero\nwait 60000", place.work);
    const { sessionId } = running;
    const queued = [await say(first, sessionId, "say one"), await say(first, sessionId, "say two")];
    const dropped = await say(first, sessionId, "say never");
    await call(first, "POST", `/sessions/${sessionId}/cancel`, { request_id: dropped });
    expect(await reaches(first, dropped, ...OVER)).toMatchObject({ state: "cancelled" });
    await expect
      .poll(async () => JSON.stringify(await readLog(first, sessionId)), { timeout: 30_000 })
      .toContain("zero");
    await crash(first);
    await using server = await serve(place);
    for (const id of queued) expect(await reaches(server, id, ...OVER)).toMatchObject({ state: "completed" });
    expect(await readTurn(server, running.turnId)).toMatchObject({ state: "failed", error: { code: "interrupted" } });
    const text = JSON.stringify(await readLog(server, sessionId));
    expect(text).toMatch(/say zero.*interrupted.*say one.*"one".*say two.*"two"/s);
    expect(text).not.toContain("say never");
  });

  it.each(["crash", "terminate"] as const)(
    "by %s: continues a plan, whose results are added to its session",
    async (ending) => {
      await using place = await openPlace();
      const first = await serve(place, ["--grace-seconds", "1"]);
      const { id: sessionId } = await call<{ id: string }>(first, "POST", "/sessions", { working_dir: place.work });
      const tasks = [
        { task_id: "1", depends_on: [], agent_name: "backend", description: "write plan.txt done" },
        { task_id: "2", depends_on: ["1"], agent_name: "script", description: "say after the first" },
        { task_id: "3", depends_on: [], agent_name: "script", description: "wait 60000" },
        { task_id: "4", depends_on: ["3"], agent_name: "script", description: "say never" },
      ];
      const stream = fetch(`${first.url}/reply`, {
        method: "POST",
        headers: { authorization: `Bearer ${first.token}`, "content-type": "application/json" },
        body: JSON.stringify({ session_id: sessionId, mode: "execute_plan", plan: { tasks } }),
      });
      void stream.then((response) => response.text()).catch(() => undefined); // It breaks off with the server.
      const open = async (server: Served): Promise<readonly { id: string }[]> =>
        (await call<{ interactions: { id: string }[] }>(server, "GET", "/interactions?state=pending")).interactions;
      const running = async (): Promise<number> =>
        (await call<{ turns: unknown[] }>(first, "GET", "/turns?state=in_progress")).turns.length;
      await expect.poll(() => open(first)).toHaveLength(1);
      await expect.poll(running).toBe(1);
      await endings[ending](first);
      await using server = await serve(place);
      const [question] = await open(server);
      await call(server, "POST", `/interactions/${question?.id}`, { action: "allow_once" });
      const said = async (): Promise<string> =>
        JSON.stringify((await readLog(server, sessionId)).filter(({ type }) => type === "update"));
      await expect.poll(said, { timeout: 60_000 }).toContain("## Part 4");
      const text = await said();
      expect(text).toMatch(/## Part 2: say after the first.*after the first.*## Part 3.*Failed: The server stopped/s);
      expect(text).toMatch(/## Part 4: say never.*Skipped/s);
      expect(await readFile(place.file("plan.txt"), "utf8")).toBe("done");
      // Each task was begun once.
      const { sessions } = await call<{ sessions: unknown[] }>(server, "GET", "/sessions");
      expect(sessions).toHaveLength(4);
    },
  );

  it("does not wait for a plan's task that waits for an answer: the question stays open, and the plan continues", async () => {
    await using place = await openPlace();
    const first = await serve(place, ["--grace-seconds", "600"]);
    const body = { working_dir: place.work, agent: "auto" };
    const { id: sessionId } = await call<{ id: string }>(first, "POST", "/sessions", body);
    await reaches(first, await say(first, sessionId, "/plan write plan.txt done; then say the second"), ...OVER);
    const turnId = await say(first, sessionId, "/plan run");
    const open = async (server: Served): Promise<readonly { id: string }[]> =>
      (await call<{ interactions: { id: string }[] }>(server, "GET", "/interactions?state=pending")).interactions;
    await expect.poll(() => open(first)).toHaveLength(1);
    const [asked] = await open(first);
    // It would wait ten minutes for a turn that works.
    expect((await first.end()).code).toBe(0);
    await using server = await serve(place);
    expect(await readTurn(server, turnId)).toMatchObject({ state: "failed", error: { code: "interrupted" } });
    expect(await open(server)).toMatchObject([{ id: asked?.id }]);
    await call(server, "POST", `/interactions/${asked?.id}`, { action: "allow_once" });
    const said = async (): Promise<string> =>
      JSON.stringify((await readLog(server, sessionId)).filter(({ type }) => type === "update"));
    await expect.poll(said, { timeout: 60_000 }).toMatch(/## Part 1.*## Part 2.*the second/s);
    expect(await readFile(place.file("plan.txt"), "utf8")).toContain("done");
  });

  it("gives an agent that took over the conversation so far, and forks as it was before a clearing", async () => {
    await using place = await openPlace();
    await addForeign(place);
    const first = await serve(place);
    const [native] = dialects;
    const { sessionId, turnId } = await native!.begin(first, "script", "say the password is marmalade", place.work);
    await reaches(first, turnId, ...OVER);
    await call(first, "POST", `/sessions/${sessionId}/handover`, { agent: "echo" });
    // Whoever opens the session starts the new agent, which has heard nothing yet.
    await loadOverAcp(first, sessionId, place.work);
    await crash(first);
    const second = await serve(place);
    const asked = await say(second, sessionId, "what was it?");
    expect(await reaches(second, asked, ...OVER)).toMatchObject({ state: "completed" });
    const log = await readLog(second, sessionId);
    const told = JSON.stringify(log.filter(({ type }) => type === "update").at(-1));
    expect(told).toContain("Agent: the password is marmalade");
    expect(told).toContain("what was it?");
    // Told once.
    const again = await say(second, sessionId, "and again?");
    await reaches(second, again, ...OVER);
    const [last] = (await readLog(second, sessionId)).filter(({ type }) => type === "update").slice(-1);
    expect(JSON.stringify(last)).not.toContain("marmalade");

    const before = log.findLast(({ type }) => type === "stop")?.seq ?? 0;
    await call(second, "POST", `/sessions/${sessionId}/clear`);
    const forked = await call<{ id: string }>(second, "POST", `/sessions/${sessionId}/fork`, { at_seq: before });
    const conversation = JSON.stringify(await call(second, "GET", `/sessions/${forked.id}`));
    expect(conversation).toContain("marmalade");
    const onward = await say(second, forked.id, "go on");
    await reaches(second, onward, ...OVER);
    expect(JSON.stringify(await readLog(second, forked.id))).toMatch(/go on.*Agent: the password is marmalade/s);
    await second.end();
  });
});
