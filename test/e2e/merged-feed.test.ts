// One feed with several sessions, of several proxies or of the server, as a reader of its own make sees it at the port.
import { createInbox, type Inbox } from "@parley/test-support";
import { readFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place, type Running } from "./run-parley.ts";
import { sees } from "./serve/served.ts";

interface Line {
  readonly type: string;
  readonly agent_id?: string;
  readonly agentId?: string;
  readonly session_mode?: string;
  readonly sessionMode?: string;
}

interface Reader extends Disposable {
  readonly lines: Inbox<Line>;
  /** The next line of that agent and type with that mode, in either format. */
  says(agent: string, type: string, mode: string, count?: number): Promise<Line>;
}

function read(port: number, hello?: object): Reader {
  const socket = createConnection({ host: "127.0.0.1", port }).on("error", () => undefined);
  const lines = createInbox<Line>();
  createInterface({ input: socket }).on("line", (line) => lines.push(JSON.parse(line) as Line));
  if (hello !== undefined) socket.write(`${JSON.stringify(hello)}\n`);
  return {
    lines,
    says: (agent, type, mode, count) =>
      lines.find(
        `${type} of ${agent} with ${mode}`,
        (line) =>
          line.type === type &&
          (line.agent_id ?? line.agentId) === agent &&
          (line.session_mode ?? line.sessionMode) === mode,
        count,
      ),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** Resolves to the feed's port when the agent behind the proxy has a session. */
async function startProxy(place: Place, agentId: string, port: number): Promise<{ running: Running; port: number }> {
  const own = [process.execPath, PARLEY, "agent"];
  const args = ["proxy", "--feed-port", String(port), "--agent-id", agentId, "--", ...own];
  const running = place.start(args, { keepsInputOpen: true, env: { PARLEY_MODEL: "offline/script" } });
  const { stdin, stderr } = running.child;
  const shown = new Promise<number>((resolve, reject) => {
    let text = "";
    stderr.on("data", (chunk: string) => {
      text += chunk;
      const found = /feed on 127\.0\.0\.1:(\d+)/.exec(text);
      if (found !== null) resolve(Number(found[1]));
      else if (text.includes("no feed: ")) reject(new Error(text));
    });
    void running.ended.then(() => reject(new Error(`The proxy ended: ${text}`)));
  });
  const send = (id: number, method: string, params: object): void =>
    void stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  send(1, "initialize", { protocolVersion: 1, clientCapabilities: {} });
  send(2, "session/new", { cwd: place.work, mcpServers: [] });
  await sees(running, '"sessionId"');
  return { running, port: await shown };
}

async function rich({ home }: Place): Promise<object> {
  return { type: "hello", version: 2, token: (await readFile(join(home, "feed-token"), "utf8")).trim() };
}

describe("a feed with several sessions", () => {
  it("reports when a second proxy joins and when it leaves", { timeout: 120_000 }, async () => {
    await using place = await openPlace();
    const one = await startProxy(place, "one", 0);
    using plain = read(one.port);
    using full = read(one.port, await rich(place));
    await plain.says("one", "snapshot", "single_agent");
    await full.says("one", "session", "single_agent");
    const two = await startProxy(place, "two", one.port);
    expect(two.port).toBe(one.port);
    await plain.says("two", "snapshot", "multi_agent");
    await plain.says("one", "delta", "multi_agent");
    await full.says("two", "session", "multi_agent");
    await full.says("one", "change", "multi_agent");
    // One who comes later hears nothing else.
    using late = read(one.port);
    await late.says("one", "snapshot", "multi_agent");
    await late.says("two", "snapshot", "multi_agent");
    const feed = `127.0.0.1:${one.port}`;
    const watched = JSON.parse((await place.run(["watch", "--once", "--json", feed])).stdout) as object;
    const merged = { sessionMode: "multi_agent" };
    expect(watched).toMatchObject({ sessions: [merged, merged] });
    expect((await place.run(["watch", "--once", feed])).stdout).toContain("multi-agent");
    two.running.child.stdin.end();
    await two.running.ended;
    await plain.says("one", "delta", "single_agent");
    await full.says("one", "change", "single_agent");
    expect((await place.run(["watch", "--once", feed])).stdout).not.toContain("multi-agent");
    one.running.child.stdin.end();
    await one.running.ended;
  });

  it("reports two sessions of the server", { timeout: 120_000 }, async () => {
    await using place = await openPlace();
    const running = place.start(["serve", "--port", "0", "--feed-port", "0"]);
    let text = "";
    running.child.stdout.on("data", (chunk: string) => (text += chunk));
    await sees(running, "Ctrl-C stops the server");
    using plain = read(Number(/parley watch \S*?(\d+)\s/.exec(text)?.[1]));
    expect(await place.run(["run", "say One"])).toMatchObject({ code: 0 });
    await plain.says("script", "snapshot", "single_agent");
    expect(await place.run(["run", "say Two"])).toMatchObject({ code: 0 });
    await plain.says("script", "snapshot", "multi_agent");
    await plain.says("script", "delta", "multi_agent");
    running.child.kill("SIGINT");
    await running.ended;
  });
});
