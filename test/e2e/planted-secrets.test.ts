// Secrets of every kind, planted in prompts, in the output of tools, in an agent's last words and in its environment: none of them is in a
// log, a trace, the feed, the metrics, an export, a title, a search result or an error. The session's own log keeps them, for the user alone.
import { createSecretSamples } from "@parley/test-support";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";
import { sees } from "./serve/served.ts";

const SAMPLES = createSecretSamples();
const ALL = SAMPLES.map(({ text }) => text).join("\n");
/** On one line each, as a script is written. */
const LINES = SAMPLES.filter(({ text }) => !text.includes("\n") && !text.includes("\u001b"));
const WORDS = "planted-marker";

/** Which secrets a text shows. */
function shownIn(text: string): string[] {
  const isShown = (secret: string): boolean =>
    text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1));
  return SAMPLES.filter(({ secret }) => isShown(secret)).map(({ name }) => name);
}

async function filesOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = names.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    // The store and its snapshots are the session itself.
    const isSession = /parley\.db|checkpoints|agent\/sessions|secrets\.txt/.test(path);
    return entry.isFile() && !isSession ? await readFile(path, "utf8") : "";
  });
  return (await Promise.all(texts)).join("\n");
}

/** Everything that the feed says until nothing new is to come. */
async function readFeed(place: Place, port: number): Promise<string> {
  const token = (await readFile(join(place.home, "feed-token"), "utf8")).trim();
  const socket = createConnection({ host: "127.0.0.1", port });
  let text = "";
  const ready = new Promise<void>((resolve) => {
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes('{"type":"ready"}')) resolve();
    });
  });
  socket.write(`${JSON.stringify({ type: "hello", version: 2, token })}\n`);
  await ready;
  socket.destroy();
  return text;
}

it("are not shown by the server or by commands that use it", { timeout: 300_000 }, async () => {
  await using place = await openPlace();
  await writeFile(place.file("secrets.txt"), ALL);
  const env = { PLANTED_TOKEN: LINES[0]?.secret ?? "", PARLEY_LOG_LEVEL: "debug" };
  const running = place.start(["serve", "--port", "0", "--feed-port", "0", "--log-level", "debug"], { env });
  let banner = "";
  running.child.stdout.on("data", (chunk: string) => (banner += chunk));
  await sees(running, "Ctrl-C stops the server");
  const feedPort = Number(/parley watch \S*?(\d+)\s/.exec(banner)?.[1]);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(banner)?.[0] ?? "";
  const token = (await readFile(join(place.home, "token"), "utf8")).trim();
  const say = LINES.map(({ text }) => `say ${text}`).join("\n");
  const seen: Record<string, string> = {};
  for (const [name, prompt] of [
    ["said", `say ${WORDS} ${LINES[1]?.text}\n${say}`],
    ["output", "run cat secrets.txt"],
    ["title", `say ${ALL.replaceAll("\n", " ")}`],
  ] as const) {
    const { stderr, code } = await place.run(["run", "--level", "bypass", "--log-level", "debug", prompt]);
    expect(code).toBe(0);
    seen[`stderr of run: ${name}`] = stderr;
  }
  const get = async (path: string): Promise<string> => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    return `${response.status} ${await response.text()}`;
  };
  const { sessions } = JSON.parse((await get("/sessions")).slice(4)) as { sessions: readonly { id: string }[] };
  expect(sessions.length).toBeGreaterThan(2);
  seen["list"] = (await place.run(["sessions", "list", "--json"])).stdout;
  seen["metrics"] = await get("/metrics");
  seen["search"] = (await place.run(["sessions", "search", WORDS])).stdout;
  expect(seen["search"]).toContain(WORDS);
  for (const { id } of sessions) {
    seen[`trace ${id}`] = await get(`/sessions/${id}/trace`);
    seen[`timeline ${id}`] = await get(`/sessions/${id}/timeline`);
    for (const format of ["markdown", "json", "ndjson"]) {
      const { stdout, code } = await place.run(["sessions", "export", id, "--format", format]);
      expect(code).toBe(0);
      seen[`export ${format} ${id}`] = stdout;
    }
  }
  seen["feed"] = await readFeed(place, feedPort);
  seen["watch"] = (await place.run(["watch", "--once", "--json", `127.0.0.1:${feedPort}`])).stdout;
  running.child.kill("SIGTERM");
  seen["log of the server"] = (await running.ended).stderr;
  seen["files of the home"] = await filesOf(place.home);
  const shown = Object.entries(seen).flatMap(([where, text]) => shownIn(text).map((name) => `${name} in ${where}`));
  expect(shown).toEqual([]);
});

it(
  "are not shown by the proxy, its recording, or an agent that prints them when it crashes",
  { timeout: 120_000 },
  async () => {
    await using place = await openPlace();
    await writeFile(place.file("secrets.txt"), ALL);
    const own = [process.execPath, PARLEY, "agent"];
    const frames = [
      { id: 1, method: "initialize", params: { protocolVersion: 1, clientCapabilities: {} } },
      { id: 2, method: "session/new", params: { cwd: place.work, mcpServers: [], _meta: { note: ALL } } },
    ];
    const input = frames.map((frame) => `${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`).join("");
    const trace = place.file("trace.ndjson");
    const args = ["proxy", "--no-feed", "--record", trace, "--", ...own];
    const proxied = await place.run(args, { input, env: { PARLEY_MODEL: "offline/script" } });
    expect(shownIn(proxied.stderr)).toEqual([]);
    expect(shownIn(await readFile(trace, "utf8")), "the recording").toEqual([]);
    for (const format of ["show", "validate", "stats"]) {
      const { stdout } = await place.run(["trace", format, trace]);
      expect(shownIn(stdout)).toEqual([]);
    }
    const died = await place.run(["run", "--no-server", "hello", "--", "/bin/sh", "-c", "cat secrets.txt >&2; exit 3"]);
    expect(died.code).not.toBe(0);
    expect(shownIn(died.stderr), "its last words").toEqual([]);
    expect(shownIn(await filesOf(place.home)), "files").toEqual([]);
  },
);

it("are not recorded if an agent streams them in pieces, and the client gets every byte", async () => {
  await using place = await openPlace();
  const chunk = (sessionId: string, text: string): string => {
    const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
    return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
  };
  const lines = [1, 3, 7].flatMap((size) =>
    SAMPLES.flatMap(({ text }, index) =>
      (text.match(new RegExp(`.{1,${size}}`, "gsu")) ?? []).map((piece) => chunk(`s${size}-${index}`, piece)),
    ),
  );
  await writeFile(place.file("lines"), `${lines.join("\n")}\n`);
  const trace = place.file("streamed.ndjson");
  const agent = ["node", "-e", `process.stdout.write(require("fs").readFileSync("lines"))`];
  const { code, stdout } = await place.run(["proxy", "--no-feed", "--record", trace, "--", ...agent]);
  expect({ code, isExact: stdout === `${lines.join("\n")}\n` }).toEqual({ code: 0, isExact: true });
  const recorded = (await readFile(trace, "utf8")).trim().split("\n").slice(1);
  expect(recorded).toHaveLength(lines.length);
  const said = recorded.map((line) => {
    const { frame } = JSON.parse(line) as { frame: { params: { update: { content: { text: string } } } } };
    return frame.params.update.content.text;
  });
  expect(shownIn(said.join(""))).toEqual([]);
});
