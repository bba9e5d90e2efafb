// `parley trace …` as a user types it.
import { bundleProgram, createTempFolder, startProgram, type TempFolder } from "@parley/test-support";
import { readFile, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let program = "";
beforeAll(async () => {
  program = await bundleProgram(new URL("./trace/command.main.ts", import.meta.url));
});

async function trace(args: readonly string[], input = ""): Promise<Outcome> {
  await using running = startProgram(program, { args });
  running.stdin.end(input);
  const [stdout, { code }] = await Promise.all([running.output(), running.exited]);
  return { code, stdout, stderr: running.stderr() };
}

const frame = (from: string, message: object, at: number): string =>
  JSON.stringify({ at, from, frame: { jsonrpc: "2.0", ...message } });
const LINES = [
  '{"v":1,"kind":"parley-trace","id":"x","startedAt":1000,"agent":"goose","redacted":false,"part":1}',
  frame("client", { id: 0, method: "initialize", params: { protocolVersion: 1 } }, 1_000),
  frame("agent", { id: 0, result: { protocolVersion: 1 } }, 1_100),
  frame("client", { id: 1, method: "session/new", params: { cwd: "/w", mcpServers: [] } }, 1_200),
  frame("agent", { id: 1, result: { sessionId: "s1" } }, 1_300),
  frame(
    "client",
    {
      id: 2,
      method: "session/prompt",
      params: { sessionId: "s1", prompt: [{ type: "text", text: "API_KEY=hunter2" }] },
    },
    2_000,
  ),
  '{"at":2500,"from":"agent","frame":{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":10,"size":100,"cost":{"amount":1.50,"currency":"USD"}}}}}',
  frame("agent", { id: 2, result: { stopReason: "end_turn" } }, 9_000),
];
const GOOD = `${LINES.join("\n")}\n`;
const BAD = `${LINES.join("\n")}\n{"at":9500,"from":"agent","text":"Traceback (most recent call last)","bytes":33}\n{"at":1,"fr`;

async function write(folder: TempFolder, name: string, text: string): Promise<string> {
  await writeFile(folder.file(name), text);
  return folder.file(name);
}

describe("parley trace", () => {
  it("shows a timeline, from a file and from stdin", async () => {
    await using folder = await createTempFolder();
    const { code, stdout } = await trace(["show", await write(folder, "a", GOOD)]);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(8);
    expect(lines[7]).toMatch(/8\s+\+8\.000 ←\s+prompt: answer #2\s+59 bytes s1\s+7\.0 s end_turn/);
    expect((await trace(["show", "-"], GOOD)).stdout).toBe(stdout);
  });

  it("filters, and prints in full or as JSON", async () => {
    const { stdout } = await trace(["show", "-", "--where", "stop=end_turn", "--full"], GOOD);
    expect(stdout).toContain('{"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}');
    const rows = (await trace(["show", "-", "--json"], GOOD)).stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(rows[7]).toMatchObject({
      line: 8,
      from: "agent",
      method: "session/prompt",
      tookMs: 7_000,
      summary: "end_turn",
    });
  });

  it("prints statistics", async () => {
    const { stdout } = await trace(["stats", "-"], GOOD);
    expect(stdout).toMatch(/client {2}session\/prompt\s+1\s+1\s+0\s.*7\.0 s/);
    expect(stdout).toContain("Session s1");
    const { traces } = JSON.parse((await trace(["stats", "-", "--json"], GOOD)).stdout) as {
      traces: readonly object[];
    };
    expect(traces).toMatchObject([
      {
        file: "stdin",
        sessions: [{ turns: 1, stopReasons: { end_turn: 1 }, usage: { used: 10, cost: { amount: 1.5 } } }],
      },
    ]);
  });

  it("validates, and reports the result as exit code", async () => {
    expect(await trace(["validate", "-"], GOOD)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("0 errors, 0 warnings") as string,
    });
    const bad = await trace(["validate", "-"], BAD);
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/9 error\s+agent\s+The agent wrote something that is not JSON to stdout: Traceback/);
    expect(bad.stdout).toContain("(1 not shown)");
    const json = JSON.parse((await trace(["validate", "-", "--json", "--level", "error"], BAD)).stdout) as object;
    expect(json).toMatchObject({
      isValid: false,
      traces: [{ counts: { error: 1, info: 1 }, findings: [{ line: 9, code: "not-json" }] }],
    });
    const odd = GOOD.replace('"stopReason":"end_turn"', '"stopReason":"end_turn"').replace(
      '"method":"session/new"',
      '"method":"new_session"',
    );
    expect((await trace(["validate", "-"], odd)).code).toBe(0);
    expect((await trace(["validate", "-", "--strict"], odd)).code).toBe(1);
  });

  it("finds frames, and prints rows, a count or a trace", async () => {
    expect((await trace(["query", "from=agent", "-", "--count"], GOOD)).stdout).toBe("4\n");
    const { stdout } = await trace(["query", "update=usage_update", "-", "--json"], GOOD);
    expect(stdout).toContain('"cost":{"amount":1.50,"currency":"USD"}');
    expect((await trace(["show", "-"], stdout)).stdout).toContain("10 of 100 1.5 USD");
    const wrong = await trace(["query", "from=agent and", "-"], GOOD);
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toContain(`from=agent and\n${" ".repeat(16)}^`);
  });

  it("shows where two traces differ", async () => {
    await using folder = await createTempFolder();
    const one = await write(folder, "one", GOOD);
    const same = await write(folder, "same", GOOD.replaceAll('"s1"', '"other"').replaceAll('"/w"', '"/v"'));
    const other = await write(folder, "other", GOOD.replace("end_turn", "refusal"));
    expect(await trace(["diff", one, same])).toMatchObject({
      code: 0,
      stdout: "The traces are the same: 7 messages.\n",
    });
    const diff = await trace(["diff", one, other]);
    expect(diff.code).toBe(1);
    expect(diff.stdout).toContain('at result.stopReason:\n- "end_turn"\n+ "refusal"');
    expect(JSON.parse((await trace(["diff", one, other, "--json"])).stdout)).toMatchObject({ isSame: false, same: 6 });
  });

  it("exports for the trace viewer and for a bug report, without secrets by default", async () => {
    await using folder = await createTempFolder();
    const path = folder.file("out.jsons");
    const { code, stderr } = await trace(["export", "-", "-o", path], GOOD);
    expect(code).toBe(0);
    expect(stderr).toContain("Exported 7 messages");
    const lines = (await readFile(path, "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines[6]).toEqual({
      type: "response",
      ts: 8,
      from: "Agent",
      to: "Client",
      id: 2,
      is_error: false,
      payload: { stopReason: "end_turn" },
    });
    expect(JSON.stringify(lines)).not.toContain("hunter2");
    expect(await trace(["export", "-", "-o", path], GOOD)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--force") as string,
    });
    const spans = JSON.parse((await trace(["export", "-", "-f", "otlp"], GOOD)).stdout) as object;
    expect(JSON.stringify(spans)).toContain('"name":"invoke_agent goose"');
    expect(JSON.stringify(spans)).not.toContain("hunter2");
    const own = await trace(["export", "-", "-f", "ndjson"], GOOD);
    expect(own.stdout).not.toContain("hunter2");
    expect(own.stdout.split("\n")[0]).toContain('"redacted":true');
    expect(own.stdout).toContain('"amount":1.50');
    expect((await trace(["export", "-", "-f", "ndjson", "--with-secrets"], GOOD)).stdout).toContain("hunter2");
  });

  it("says what to do about a missing or invalid trace", async () => {
    expect(await trace(["show", "/nowhere/trace"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Trace /nowhere/trace not found") as string,
    });
    expect(await trace(["stats", "/"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is a folder") as string,
    });
    expect((await trace(["validate", "-"], "hello\nworld\n")).stdout).toContain("2 warnings");
    for (const text of ["hello\n", "", '{"a":1}\n', "[]\n", '{\n  "name": "x"\n}\n']) {
      const other = await trace(["validate", "-"], text);
      expect([text, other.code, other.stdout.includes("Not a trace")]).toEqual([text, 1, true]);
      const json = JSON.parse((await trace(["validate", "-", "--json"], text)).stdout) as object;
      expect([text, json]).toMatchObject([text, { isValid: false }]);
    }
    expect(await trace(["replay", "-"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("must be a file") as string,
    });
    expect(await trace(["replay", "x", "--as-client"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("agent's command is missing after --") as string,
    });
  });

  it("stops when the reader closes the pipe", async () => {
    await using folder = await createTempFolder();
    const path = await write(folder, "long", LINES[6] === undefined ? "" : `${LINES[6]}\n`.repeat(100_000));
    await using running = startProgram(program, { args: ["show", path] });
    running.stdout.once("data", () => running.stdout.destroy());
    expect(await running.exited).toMatchObject({ code: 0 });
  });
});
