// Sessions that an agent keeps itself: listed, and opened with their history, with a server and without one.
import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve } from "./served.ts";

/** Keeps its sessions in a file, as agents do. Without `sessions.json` it neither lists nor loads. Travels as a file. */
const AGENT = `
  const { existsSync, readFileSync, writeFileSync } = require("node:fs");
  const file = __dirname + "/sessions.json";
  const read = () => JSON.parse(readFileSync(file, "utf8"));
  const send = (message) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const said = (sessionId, sessionUpdate, text) =>
    send({ method: "session/update", params: { sessionId, update: { sessionUpdate, content: { type: "text", text } } } });
  const agentCapabilities = existsSync(file) ? { loadSession: true, sessionCapabilities: { list: {} } } : {};
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities } });
    else if (method === "session/list") {
      const sessions = Object.entries(read()).map(([sessionId, { cwd, title }]) => ({ sessionId, cwd, title }));
      send({ id, result: { sessions: sessions.filter(({ cwd }) => params.cwd === undefined || params.cwd === cwd) } });
    } else if (method === "session/load") {
      const session = read()[params.sessionId];
      if (session === undefined) return send({ id, error: { code: -32002, message: "No such session" } });
      for (const [who, text] of session.messages) said(params.sessionId, who + "_message_chunk", text);
      send({ id, result: {} });
    } else if (method === "session/prompt") {
      const sessions = read();
      const [{ text }] = params.prompt.slice(-1);
      const { messages } = sessions[params.sessionId];
      const answer = "Answer " + (messages.length / 2 + 1) + " to " + text;
      messages.push(["user", text], ["agent", answer]);
      writeFileSync(file, JSON.stringify(sessions));
      said(params.sessionId, "agent_message_chunk", answer);
      send({ id, result: { stopReason: "end_turn" } });
    } else if (id !== undefined) send({ id, result: { sessionId: "fresh" } });
  });`;

let place: Place;
beforeEach(async () => {
  place = await openPlace();
  await writeFile(place.file("agent.cjs"), AGENT);
  await writeFile(
    place.file("sessions.json"),
    JSON.stringify({
      "own-1": {
        cwd: place.work,
        title: "Begun elsewhere",
        messages: [
          ["user", "What is a needle?"],
          ["agent", "A thin thing"],
        ],
      },
      "own-2": { cwd: "/", title: "Another folder", messages: [] },
    }),
  );
  await place.run(["agents", "add", "keeper", "--", process.execPath, place.file("agent.cjs")]);
});
afterEach(() => place[Symbol.asyncDispose]());

async function list(...args: readonly string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { stdout } = await place.run(["agents", "sessions", "keeper", "--json", ...args]);
  return (JSON.parse(stdout) as { readonly sessions: readonly Readonly<Record<string, unknown>>[] }).sessions;
}

async function tryOut(): Promise<void> {
  const known = { agentSessionId: "own-1", cwd: place.work, title: "Begun elsewhere" };
  expect(await list()).toEqual([known, { agentSessionId: "own-2", cwd: "/", title: "Another folder" }]);
  expect(await list("--here")).toEqual([known]);
  const run = await place.run(["run", "--agent", "keeper", "--resume", "own-1", "Go on"]);
  expect(run).toMatchObject({ code: 0, stdout: "Answer 2 to Go on\n" });
  const [{ sessionId } = {}] = await list("--here");
  expect(sessionId).toEqual(expect.any(String));
  const { stdout } = await place.run(["sessions", "show", String(sessionId)]);
  expect(stdout).toContain("Begun elsewhere");
  const said = ["What is a needle?", "A thin thing", "Go on", "Answer 2 to Go on"];
  expect(said.map((text) => stdout.split(text).length - 1)).toEqual([1, 1, expect.any(Number), 1]);
  const again = await place.run(["run", "--agent", "keeper", "--resume", "own-1", "--format", "json", "More"]);
  expect(JSON.parse(again.stdout)).toMatchObject({ sessionId, text: "Answer 3 to More" });
  expect(await readFile(place.file("sessions.json"), "utf8")).toContain("Answer 3 to More");
}

describe("sessions that an agent keeps itself", { timeout: 180_000 }, () => {
  it("are listed and opened with their history without a server", tryOut);

  it("are listed and opened with their history on a server", async () => {
    await using server = await serve(place);
    await tryOut();
    const { sessions } = (await (await server.fetch("/sessions")).json()) as { readonly sessions: readonly unknown[] };
    expect(sessions).toHaveLength(1);
  });

  it("that cannot be opened leave nothing behind, and the reason is clear", async () => {
    await using server = await serve(place);
    const gone = await place.run(["run", "--agent", "keeper", "--resume", "nope", "x"]);
    expect(gone.stderr).toContain('keeper did not open its session "nope": No such session');
    const both = await place.run(["run", "--agent", "keeper", "--resume", "own-1", "--continue", "x"]);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("--resume and --continue cannot be used") });
    const command = await place.run(["run", "--resume", "own-1", "x", "--", "node"]);
    expect(command).toMatchObject({ code: 2, stderr: expect.stringContaining("--resume needs an agent") });
    const own = await place.run(["agents", "sessions", "qa"]);
    expect(own.stderr).toContain("keeps all its sessions on this server");
    const stranger = await place.run(["agents", "sessions", "stranger"]);
    expect(stranger).toMatchObject({ code: 3, stderr: expect.stringContaining('Agent "stranger" not found') });
    expect(await (await server.fetch("/sessions")).json()).toEqual({ sessions: [] });
  });

  it("are refused clearly by an agent that cannot list or load", async () => {
    await writeFile(place.file("other.cjs"), AGENT.replace("/sessions.json", "/none.json"));
    await place.run(["agents", "add", "forgetful", "--", process.execPath, place.file("other.cjs")]);
    const listed = await place.run(["agents", "sessions", "forgetful"]);
    expect(listed.stderr).toContain("forgetful cannot list its sessions");
    const opened = await place.run(["run", "--agent", "forgetful", "--resume", "own-1", "x"]);
    expect(opened.stderr).toContain("forgetful does not support resuming sessions");
  });
});
