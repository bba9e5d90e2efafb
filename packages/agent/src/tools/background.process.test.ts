import { createMarker } from "@parley/test-support";
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { TERMINALS } from "../client-io/testing/client-link.ts";
import { createRealTerminals } from "../client-io/testing/real-terminals.ts";
import { commandOutputTool } from "./command-output.ts";
import { BACKGROUND_COMMANDS_MAX } from "../limits.ts";
import { backgroundCommands } from "./running/background-commands.ts";
import { shellTool } from "./shell.ts";
import { stopCommandTool } from "./stop-command.ts";
import { openCodingScene } from "./testing/coding-scene.ts";

/** Says a word, and another one when a file is there. */
const WAITING = "echo first; until [ -e go ]; do sleep 0.05; done; echo second; exit 5";

describe.each(["here", "at the client"])("a command in the background, %s", (where) => {
  it("goes on while the model does, and is looked at by its id", async () => {
    await using real = createRealTerminals();
    const atClient = { capabilities: TERMINALS, handlers: real.handlers };
    await using scene = await openCodingScene(where === "here" ? {} : atClient);
    const started = await scene.call(shellTool, { command: WAITING, run_in_background: true });
    expect(started.text).toMatch(
      /\[command-1 runs in the background; command_output shows more of it, stop_command ends it\]$/,
    );
    // On a busy machine its first word may come later than the first look.
    let seen = started.text;
    const look = async (): Promise<string> => (seen += (await scene.call(commandOutputTool, { id: "command-1" })).text);
    await expect.poll(look).toContain("first\n");
    expect(seen.match(/first/g)).toHaveLength(1);
    const early = await scene.call(commandOutputTool, { id: "command-1" });
    expect(early.text).toBe("[no new output]\n[still running]");
    expect(early.prepared).toMatchObject({ title: `Output of command-1: ${WAITING}`, subjects: [] });
    const looking = scene.call(commandOutputTool, { command_id: " command-1 ", wait_ms: 60_000 });
    await writeFile(scene.path("go"), "");
    expect((await looking).text).toBe("second\n[exit code 5]");
    const stopped = await scene.call(stopCommandTool, { id: "command-1" });
    expect(stopped.text).toMatch(/\[command-1 has ended\]$/);
    expect(await scene.refuse(commandOutputTool, { id: "command-1" })).toMatch(
      /Command command-1 not found.*No background commands are running/,
    );
  });

  it("ends with everything it started, when it is stopped or the session ends", async () => {
    await using real = createRealTerminals();
    const atClient = { capabilities: TERMINALS, handlers: real.handlers };
    await using scene = await openCodingScene(where === "here" ? {} : atClient);
    const marker = createMarker();
    const [mark] = Object.entries(marker.env).map(([name, value]) => `export ${name}=${value}; `);
    const command = `${mark} setsid sleep 300 & echo on; sleep 300`;
    const start = (): Promise<unknown> => scene.call(shellTool, { command, background: true });
    await Promise.all([start(), start()]);
    await expect.poll(async () => (await marker.find()).length).toBeGreaterThan(3);
    const all = await marker.find();
    const { text } = await scene.call(stopCommandTool, { id: "command-1" });
    expect(text).toBe("[no output]\n[command-1 has ended]");
    const left = await marker.find();
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(all.length);
    await scene.end();
    expect(await marker.find()).toEqual([]);
    expect(real.terminals.size).toBe(0);
  });
});

describe("a command in the background", () => {
  it("that ends at once is reported at once", async () => {
    await using scene = await openCodingScene();
    await scene.call(shellTool, { command: "true" });
    const { outcome, text } = await scene.call(shellTool, { command: "echo no; exit 1", background: true });
    expect(text).toBe("no\n[exit code 1] It has already ended.");
    expect(outcome.isError).toBe(true);
    expect(backgroundCommands(scene.context).ids).toEqual([]);
  });

  it("is ended if the turn is cancelled while it starts, and not later", async () => {
    await using scene = await openCodingScene();
    const marker = createMarker();
    const [mark] = Object.entries(marker.env).map(([name, value]) => `export ${name}=${value}; `);
    const cancel = new AbortController();
    const starting = scene.call(shellTool, { command: `${mark} sleep 300; true`, background: true }, cancel.signal);
    await expect.poll(() => marker.find()).not.toEqual([]);
    cancel.abort();
    expect((await starting).text).toBe("[cancelled]");
    await expect.poll(() => marker.find()).toEqual([]);
    const later = new AbortController();
    await scene.call(shellTool, { command: `${mark} sleep 300; true`, background: true }, later.signal);
    later.abort();
    expect((await scene.call(commandOutputTool, { id: "command-2" })).text).toMatch(/\[still running\]$/);
  });

  it("is one of so many, of which those that have ended make room", async () => {
    await using scene = await openCodingScene();
    const commands = backgroundCommands(scene.context);
    const { commands: reach } = scene.context;
    const start = { command: WAITING, cwd: scene.cwd, outputBytesMax: 100 };
    const never = new AbortController().signal;
    for (let count = 0; count < BACKGROUND_COMMANDS_MAX; count += 1) commands.add("x", await reach.start(start, never));
    const refused = await scene.call(shellTool, { command: "sleep 300", background: true });
    expect(refused.outcome.isError).toBe(true);
    expect(refused.text).toMatch(/16 commands are already running in the background \(command-1, .*Stop one first/);
    await writeFile(scene.path("go"), "");
    await commands.get("command-1")?.running.exited;
    await expect.poll(() => commands.makeRoom()).toBe(true);
  });

  it("cannot be found by a wrong id", async () => {
    await using scene = await openCodingScene();
    expect(await scene.refuse(stopCommandTool, { id: "7" })).toBe(
      "Command 7 not found, or it was stopped. No background commands are running.",
    );
  });
});
