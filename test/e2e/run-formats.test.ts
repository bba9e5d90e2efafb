// What `parley run` writes, in each of its formats, to readers of all kinds.
import { parseSessionEventLine } from "@parley/acp";
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FLOOD_UPDATES, toPuppetScript } from "@parley/test-support";
import { liar, puppet } from "./agents.ts";
import { openPlace, PARLEY, runParley } from "./run-parley.ts";

const ESCAPE = "\u001b";

describe("text", () => {
  it("prints the agent's answer to stdout, and everything else to stderr", async () => {
    await using place = await openPlace();
    const script = "say First\nthink hm\nplan look; leap\nwrite notes.txt Hello\nsay Second";
    const outcome = await place.run(["run", "--approve", "all", script]);
    expect(outcome).toMatchObject({ code: 0, stdout: "First\nSecond\n" });
    const { stdout: listed } = await place.run(["sessions", "list", "--json"]);
    const { sessions } = JSON.parse(listed) as { readonly sessions: readonly { readonly id: string }[] };
    expect(outcome.stderr.split("\n")).toEqual([
      "tool: Write notes.txt",
      "Changed 1 file:",
      "  added notes.txt (+1 -0)",
      `To undo: parley sessions undo ${sessions[0]?.id}`,
      "",
    ]);
    expect(await readFile(place.file("notes.txt"), "utf8")).toBe("Hello");
  });

  it("prints thoughts and the plan with --verbose", async () => {
    const { stderr } = await runParley(["run", "--verbose", "think hm\nplan look; leap\nsay Done"]);
    expect(stderr).toContain("thought: hm\n");
    expect(stderr).toContain("plan: [pending] look\n");
  });

  it("removes the agent's control sequences, and keeps tabs", async () => {
    const text = `${ESCAPE}[31mred${ESCAPE}[0m ${ESCAPE}]0;title\u0007a\tb`;
    const update = (part: string) => ({
      send: {
        jsonrpc: "2.0",
        method: "session/update",
        params: {
          sessionId: "puppet",
          update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: part } },
        },
      },
    });
    // In the middle of a sequence too.
    const script = toPuppetScript(update(text), update(`${ESCAPE}[3`), update("1mstill red"));
    const { stdout, code } = await runParley(["run", script, ...(await puppet())]);
    expect({ stdout, code }).toEqual({ stdout: "red a\tbstill red\n", code: 0 });
  });

  it("skips garbage on the agent's stdout, and reports it with --verbose", async () => {
    const outcome = await runParley(["run", "--log-level", "info", "lie", ...(await liar("log-lines"))]);
    expect(outcome).toMatchObject({ code: 0, stdout: "beforeafter\n" });
    expect(outcome.stderr).toContain("malformed");
  });
});

describe("json", () => {
  it("prints one object at the end", async () => {
    await using place = await openPlace();
    const outcome = await place.run(["run", "-f", "json", "--approve", "all", "write a.txt x\nsay Done"]);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    const result: unknown = JSON.parse(outcome.stdout);
    expect(result).toMatchObject({
      type: "result",
      exitCode: 0,
      agent: "script",
      cwd: place.work,
      stopReason: "end_turn",
      hadUnansweredQuestion: false,
      text: "Done",
      changedFiles: [{ path: "a.txt", change: "added", linesAdded: 1, linesRemoved: 0 }],
    });
  });

  it("contains the error, even if no session was created", async () => {
    const failed = await runParley(["run", "--format", "json", "fail no luck"]);
    expect(JSON.parse(failed.stdout)).toMatchObject({ exitCode: 1, error: { code: -32603 } });
    const missing = await runParley(["run", "--format", "json", "hi", "--", "no-such-agent-anywhere"]);
    expect(missing.code).toBe(3);
    expect(JSON.parse(missing.stdout)).toMatchObject({ exitCode: 3, error: { code: "agent_not_found" } });
  });
});

describe("ndjson", () => {
  it("prints the log line by line, then the result", async () => {
    await using place = await openPlace();
    const outcome = await place.run(["run", "--format", "ndjson", "think hm\nsay Done"]);
    const lines = outcome.stdout.trimEnd().split("\n");
    const result = JSON.parse(lines.pop() ?? "") as { readonly type: string; readonly sessionId: string };
    expect(result).toMatchObject({ type: "result", exitCode: 0, stopReason: "end_turn" });
    const events = lines.map((line) => parseSessionEventLine(line));
    expect(events.every(({ ok }) => ok)).toBe(true);
    const types = events.flatMap((event) => (event.ok ? [event.value.type] : []));
    expect(types.slice(0, 1)).toEqual(["agent_started"]);
    expect(types.filter((type) => type !== "update").slice(-2)).toEqual(["prompt", "stop"]);
    const { stdout: log } = await place.run(["sessions", "show", result.sessionId, "--json"]);
    const parse = (line: string): unknown => JSON.parse(line);
    expect(log.trimEnd().split("\n").map(parse)).toEqual(lines.map(parse));
  });

  it("buffers little for a slow reader, and loses nothing", async () => {
    await using place = await openPlace();
    const { child } = place.start(["run", "--format", "ndjson", "lie", ...(await liar("floods-updates"))], {
      env: { PARLEY_SNAPSHOTS: "off" },
    });
    child.stdout.removeAllListeners("data");
    child.stdout.pause();
    let peakKb = 0;
    let text = "";
    const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
    const watch = setInterval(() => void readPeakKb(child.pid ?? 0).then((kb) => (peakKb = Math.max(peakKb, kb))), 100);
    // Slower than the agent by far.
    for await (const chunk of child.stdout) {
      text += String(chunk);
      await sleep(2);
    }
    clearInterval(watch);
    expect(await closed).toBe(0);
    const updates = text.split("\n").filter((line) => line.includes('"agent_message_chunk"'));
    expect(updates).toHaveLength(FLOOD_UPDATES + 2);
    // A run of one word takes about half of this.
    expect(peakKb).toBeLessThan(200 * 1024);
  }, 120_000);

  it("exits quietly when the reader closes the pipe, and leaves no agent behind", async () => {
    await using place = await openPlace();
    const { child, ended } = place.start(["run", "--format", "ndjson", "stream 100000 200\nwait 600000"]);
    child.stdout.once("data", () => child.stdout.destroy());
    expect(await ended).toMatchObject({ code: 130, stderr: "" });
  }, 60_000);
});

it.runIf(existsSync("/dev/full"))("reports that the output cannot be written", async () => {
  await using place = await openPlace();
  const full = openSync("/dev/full", "w");
  try {
    const options = { cwd: place.work, env: place.env, stdio: ["ignore", full, "pipe"] as ["ignore", number, "pipe"] };
    const child = spawn(process.execPath, [PARLEY, "run", "say Hello"], options);
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(code).toBe(1);
    expect(stderr).toContain("Cannot write the output: ENOSPC");
  } finally {
    closeSync(full);
  }
});

describe("the prompt", () => {
  it("comes from stdin, alone or in place of a dash", async () => {
    expect(await runParley(["run"], "say from stdin\n")).toMatchObject({ code: 0, stdout: "from stdin\n" });
    expect(await runParley(["run", "-"], "say a dash")).toMatchObject({ stdout: "a dash\n" });
    expect(await runParley(["run", "say before", "-"], "say after")).toMatchObject({ stdout: "before\n\nafter\n" });
  });

  it("comes from the arguments, without reading stdin", async () => {
    expect(await runParley(["run", "say", "two", "words"], "say not this")).toMatchObject({ stdout: "two words\n" });
  });

  it("can have attachments", async () => {
    await using place = await openPlace();
    await writeFile(place.file("poem.txt"), "one\ntwo\nthree\n");
    const args = ["run", "-f", "ndjson", "--file", "poem.txt:2-3", "--file", "poem.txt", "say seen"];
    const { stdout } = await place.run(args);
    const prompt = stdout
      .split("\n")
      .flatMap((line) => (line.includes('"type":"prompt"') ? [JSON.parse(line) as { prompt: unknown[] }] : []));
    expect(prompt[0]?.prompt).toMatchObject([
      { type: "text", text: "say seen" },
      { type: "resource", resource: { text: "two\nthree" } },
      { type: "resource_link", name: "poem.txt", size: 14 },
    ]);
  });
});

async function readPeakKb(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
  } catch {
    return 0; // It has ended, or this is no Linux.
  }
}
