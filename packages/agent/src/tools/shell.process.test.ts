import { createMarker } from "@parley/test-support";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keysOf } from "../models/access.ts";
import { providers } from "../models/providers.ts";
import { TERMINALS } from "../client-io/testing/client-link.ts";
import { createRealTerminals } from "../client-io/testing/real-terminals.ts";
import { COMMAND_PROGRESS_MS } from "../limits.ts";
import { shellTool } from "./shell.ts";
import { openCodingScene, shownText } from "./testing/coding-scene.ts";

const STUBBORN = `bash -c 'trap "" TERM; echo ready; while true; do sleep 0.1; done'`;

function createMark(): { readonly line: string; find(): Promise<number[]> } {
  const marker = createMarker();
  const [line = ""] = Object.entries(marker.env).map(([name, value]) => `export ${name}=${value}; `);
  return { line, find: () => marker.find() };
}

describe("a command", () => {
  it("gives its output and its exit code, and asks policy first", async () => {
    await using scene = await openCodingScene();
    await scene.put("sub/x", "");
    const { prepared, outcome, text } = await scene.call(shellTool, { command: "pwd; echo oops >&2", workdir: "sub" });
    expect(text).toBe(`${scene.path("sub")}\noops\n[exit code 0]`);
    expect(outcome.isError).toBeUndefined();
    expect(shownText(outcome.content)).toContain("oops");
    expect(prepared).toMatchObject({
      title: "pwd; echo oops >&2",
      content: [],
      subjects: [
        {
          request: { kind: "execute", command: "pwd; echo oops >&2" },
          facts: { cwd: scene.path("sub"), commands: [{ program: { text: "pwd" } }, { program: { text: "echo" } }] },
        },
      ],
    });
  });

  it("is an error if it fails, and says so if it says nothing", async () => {
    await using scene = await openCodingScene();
    const failed = await scene.call(shellTool, { cmd: "exit 4" });
    expect(failed.text).toBe("[no output]\n[exit code 4]");
    expect(failed.outcome.isError).toBe(true);
    const killed = await scene.call(shellTool, { command: "kill -9 $$" });
    expect(killed.text).toBe("[no output]\n[killed by SIGKILL]");
  });

  it("shows all of a command that is no short line before it is run", async () => {
    await using scene = await openCodingScene();
    const command = "cat <<'E'\n```\n  rm -rf /\nE";
    const prepared = await scene.prepare(shellTool, { command });
    expect(prepared.title).toBe("cat <<'E' ``` rm -rf / E");
    expect(shownText(prepared.content)).toBe(`\`\`\`\`sh\n${command}\n\`\`\`\``);
    expect((await scene.run(prepared)).text).toBe("```\n  rm -rf /\n[exit code 0]");
  });

  it("comes without colours, and without what a line was before", async () => {
    await using scene = await openCodingScene();
    const { text } = await scene.call(shellTool, {
      command: String.raw`printf '\033[31mred\033[0m\n10%%\r50%%\r100%%\n'`,
    });
    expect(text).toBe("red\n100%\n[exit code 0]");
  });

  it("gives beginning and end of a long output", async () => {
    await using scene = await openCodingScene();
    const { text } = await scene.call(shellTool, { command: "seq 1 500000" });
    expect(text).toMatch(/^1\n2\n/);
    expect(text).toMatch(/\[… \d+ characters omitted/);
    expect(text).toMatch(/\n500000\n\[exit code 0\]$/);
    expect(text.length).toBeLessThan(40_000);
  });

  it("is shown while it runs, not too often", async () => {
    await using scene = await openCodingScene();
    const command = "for i in $(seq 1 60); do echo line$i; sleep 0.01; done";
    const began = performance.now();
    const { shown, outcome } = await scene.call(shellTool, { command });
    const tookMs = performance.now() - began;
    expect(shown.length).toBeGreaterThan(0);
    // However long a busy machine takes for it.
    expect(shown.length).toBeLessThanOrEqual(tookMs / COMMAND_PROGRESS_MS + 2);
    expect(shownText(shown[0]?.content)).toContain("line1");
    expect(shownText(outcome.content)).toContain("line60");
  });

  it.each([
    [{ command: "  " }, /empty/],
    [{ command: "ls", cwd: "/" }, /outside this session's folders/],
    [{ command: "ls", cwd: "none" }, /Folder none/],
  ])("refuses %j", async (input, expected) => {
    await using scene = await openCodingScene();
    expect(await scene.refuse(shellTool, input)).toMatch(expected);
  });

  it("says what is wrong where it cannot be started", async () => {
    await using scene = await openCodingScene();
    const { outcome, text } = await scene.call(shellTool, { command: "echo a\0b" });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/NUL/);
  });

  it("leaves nothing running when it has ended", async () => {
    await using scene = await openCodingScene();
    const mark = createMark();
    const { text } = await scene.call(shellTool, { command: `${mark.line} setsid sleep 300 & sleep 300 & echo done` });
    expect(text).toBe("done\n[exit code 0]");
    await expect.poll(() => mark.find()).toEqual([]);
  });
});

describe.each(["here", "at the client"])("a command that runs %s", (where) => {
  it("is stopped when its time is up, with everything it started", async () => {
    await using real = createRealTerminals();
    const atClient = { capabilities: TERMINALS, handlers: real.handlers };
    await using scene = await openCodingScene(where === "here" ? {} : atClient);
    const mark = createMark();
    const command = `${mark.line} ${STUBBORN} & wait`;
    const { outcome, text } = await scene.call(shellTool, { command, timeout_ms: 1_000 });
    expect(outcome.isError).toBe(true);
    // On a busy machine its time may be up before its first word.
    expect(text).toMatch(/^(?:ready|\[no output\])\n\[stopped after 1 second/);
    expect(await mark.find()).toEqual([]);
  });

  it("is over at once when it is cancelled, and dead soon after, even if it does not want to", async () => {
    await using real = createRealTerminals();
    const atClient = { capabilities: TERMINALS, handlers: real.handlers };
    await using scene = await openCodingScene(where === "here" ? {} : atClient);
    const mark = createMark();
    const cancel = new AbortController();
    const command = `${mark.line} ${STUBBORN} & bash -c 'trap "echo told > told; exit" TERM; echo on > on; sleep 300 & wait' & wait`;
    const running = scene.call(shellTool, { command }, cancel.signal);
    await expect.poll(() => readFile(scene.path("on"), "utf8").catch(() => "")).toBe("on\n");
    cancel.abort();
    const { outcome, text } = await running;
    // Processes that ignore the signal get some time to exit, and nothing waits for them.
    expect(await mark.find()).not.toEqual([]);
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/\[cancelled\]$/);
    await expect.poll(() => readFile(scene.path("told"), "utf8").catch(() => "")).toBe("told\n");
    await scene.end();
    expect(await mark.find()).toEqual([]);
    expect(scene.link.methods.filter((method) => method === "terminal/release")).toHaveLength(where === "here" ? 0 : 1);
  });
});

describe("a command in a terminal of the client", () => {
  it("is shown by its terminal, which is let go of", async () => {
    await using real = createRealTerminals();
    await using scene = await openCodingScene({ capabilities: TERMINALS, handlers: real.handlers });
    const { outcome, shown, text } = await scene.call(shellTool, { command: "echo one; exit 2" });
    expect(text).toBe("one\n[exit code 2]");
    const terminal = [{ type: "terminal", terminalId: expect.any(String) }];
    expect(shown).toEqual([{ content: terminal }]);
    expect(outcome.content).toEqual(terminal);
    await scene.link.fake.calls.find("the release", ({ method }) => method === "terminal/release");
  });

  it("says that its output is lost, not that there was none", async () => {
    await using real = createRealTerminals();
    await using scene = await openCodingScene({
      capabilities: TERMINALS,
      handlers: {
        ...real.handlers,
        "terminal/output": () => {
          throw new Error("broken");
        },
      },
    });
    expect((await scene.call(shellTool, { command: "true; true" })).text).toMatch(/^\[the output could not be read/);
  });
});

describe("secrets of the environment", () => {
  const names = [...new Set(providers.flatMap(keysOf)), "NPM_TOKEN", "DATABASE_PASSWORD", "SIGNING_PRIVATE_KEY"];
  beforeEach(() => {
    for (const name of names) vi.stubEnv(name, `value-of-${name}`);
    vi.stubEnv("PLAIN_VARIABLE", "plain");
  });
  afterEach(() => vi.unstubAllEnvs());

  it("are not seen by a command, whichever provider they are for", async () => {
    await using scene = await openCodingScene();
    const { text } = await scene.call(shellTool, { command: "env | sort" });
    expect(text).toContain("PLAIN_VARIABLE=plain");
    expect(names.filter((name) => text.includes(`value-of-${name}`))).toEqual([]);
  });

  it("are seen if the user names them, in their own settings and not in the folder's", async () => {
    await using scene = await openCodingScene();
    await mkdir(scene.context.parleyHome, { recursive: true });
    await writeFile(join(scene.context.parleyHome, "config.json"), '{"commandVariables": ["NPM_TOKEN", "NOT_SET"]}');
    await scene.put(".parley/config.json", '{"commandVariables": ["DATABASE_PASSWORD"]}');
    const { text } = await scene.call(shellTool, { command: "env | sort" });
    expect(text).toContain("NPM_TOKEN=value-of-NPM_TOKEN");
    expect(text).not.toMatch(/DATABASE_PASSWORD|ANTHROPIC_API_KEY|NOT_SET/);
  });

  it("are hidden if the settings are invalid, with a notice", async () => {
    await using scene = await openCodingScene();
    await mkdir(scene.context.parleyHome, { recursive: true });
    await writeFile(join(scene.context.parleyHome, "config.json"), '{"commandVariables": "NPM_TOKEN"}');
    const { text, outcome } = await scene.call(shellTool, { command: "env" });
    expect(outcome.isError).toBe(true);
    expect(text).toMatch(/commandVariables is "NPM_TOKEN"; expected up to 100 names.* Fix commandVariables in/);
  });
});

describe("time limits", () => {
  it("hold for a command that never says anything", async () => {
    await using scene = await openCodingScene();
    const began = performance.now();
    // Who asks for less than a second meant something else.
    const { text } = await scene.call(shellTool, { command: "sleep 300", timeout: 30 });
    expect(text).toBe(
      "[no output]\n[stopped after 1 second; use timeout_ms for more time, or background for a command that does not end]",
    );
    expect(performance.now() - began).toBeGreaterThan(900);
  });
});
