import { silentLog } from "@parley/base";
import { openRulesFile } from "@parley/home/rules";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { loadHooks, type LoadedHooks } from "./load-hooks.ts";

async function put(folder: TempFolder, where: "home" | "work/.parley", config: unknown): Promise<void> {
  await mkdir(folder.file(where), { recursive: true });
  await writeFile(folder.file(where, "config.json"), typeof config === "string" ? config : JSON.stringify(config));
}

async function load(folder: TempFolder): Promise<LoadedHooks> {
  await mkdir(folder.file("work"), { recursive: true });
  const rules = openRulesFile(folder.file("home"));
  const isTrusted = (path: string): Promise<boolean> => rules.isTrusted(path);
  return loadHooks({ parleyHome: folder.file("home"), cwd: folder.file("work"), isTrusted, log: silentLog });
}

async function verdict({ hooks }: LoadedHooks, cwd: string): Promise<string | undefined> {
  const call = { sessionId: "s", cwd, callId: "c", tool: "edit", input: {} };
  const { answer } = await hooks.before(call, new AbortController().signal);
  return answer === undefined ? undefined : `${answer.verdict} ${answer.reason}`;
}

const saying = (word: string): unknown => ({
  hooks: [{ event: "before_tool", command: `echo '{"decision":"ask","reason":"${word}"}'` }],
});

describe("the hooks of a folder", () => {
  it("are the machine's, and its own once it is trusted", async () => {
    await using folder = await createTempFolder();
    expect(await verdict(await load(folder), folder.path)).toBeUndefined();
    await put(folder, "work/.parley", saying("mine"));
    const untrusted = await load(folder);
    expect(await verdict(untrusted, folder.path)).toBeUndefined();
    expect(untrusted.notices).toEqual([expect.stringContaining("not trusted")]);
    await openRulesFile(folder.file("home")).trust(folder.file("work"));
    const trusted = await load(folder);
    expect(await verdict(trusted, folder.path)).toContain("mine");
    expect(trusted.notices).toEqual([]);
    await put(folder, "home", saying("the one of the machine"));
    expect(await verdict(await load(folder), folder.path)).toContain("the one of the machine");
  });

  it.each([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["a mistake", { hooks: [{ event: "before_tool", comand: "x" }] }],
  ])("that have %s hold everything back, and say why", async (_, config) => {
    await using folder = await createTempFolder();
    await put(folder, "home", config);
    const loaded = await load(folder);
    expect(loaded.notices).toEqual([expect.stringContaining("config.json")]);
    expect(await verdict(loaded, folder.path)).toMatch(/^ask .*config\.json/);
  });

  it("run once in the home folder, where both files are one", async () => {
    await using folder = await createTempFolder();
    await put(folder, "work/.parley", { hooks: [{ event: "before_tool", command: "echo >> runs" }] });
    const parleyHome = folder.file("work", ".parley");
    for (const trust of [true, false]) {
      const cwd = folder.file("work");
      const loaded = await loadHooks({ parleyHome, cwd, isTrusted: () => Promise.resolve(trust), log: silentLog });
      expect(loaded.notices).toEqual([]);
      await verdict(loaded, folder.path);
    }
    expect(await readFile(folder.file("runs"), "utf8")).toBe("\n\n");
  });

  it("have no say, and need no telling, if nobody trusts them and they are broken", async () => {
    await using folder = await createTempFolder();
    await put(folder, "work/.parley", "{");
    const loaded = await load(folder);
    expect(loaded.notices).toEqual([]);
    expect(await verdict(loaded, folder.path)).toBeUndefined();
  });
});
