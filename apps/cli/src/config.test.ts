import { createTempFolder, type TempFolder } from "@parley/test-support";
import { mkdir, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hasWorkspaceFiles, parleyHome, readConfig } from "./config.ts";

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
  await mkdir(folder.file("home"));
  await mkdir(folder.file("work", ".parley"), { recursive: true });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await folder[Symbol.asyncDispose]();
});

const read = (options: { isTrusted?: boolean; flags?: Record<string, unknown> } = {}) =>
  readConfig({ home: folder.file("home"), cwd: folder.file("work"), isTrusted: false, flags: {}, ...options });

it("prefers flags to the environment, the environment to files, and the folder's file to the user's", async () => {
  await writeFile(folder.file("home", "config.json"), '{"agent": "a", "mode": "a", "model": "a", "level": "auto"}');
  await writeFile(folder.file("work", ".parley", "config.json"), '{"agent": "b", "mode": "b", "model": "b"}');
  vi.stubEnv("PARLEY_AGENT", "c");
  vi.stubEnv("PARLEY_MODE", "c");
  const trusted = read({ isTrusted: true, flags: { agent: "d" } });
  expect(trusted.settings).toMatchObject({ agent: "d", mode: "c", model: "b", level: "auto" });
});

it("does not read the file of an untrusted folder", async () => {
  await writeFile(folder.file("work", ".parley", "config.json"), "this is no JSON");
  expect(read().settings.agent).toBe("parley");
  expect(() => read({ isTrusted: true })).toThrow("is not JSON");
});

it("keeps keys that are not settings", async () => {
  await writeFile(folder.file("home", "config.json"), '{"agents": {"mine": {"command": "x"}}}');
  expect(read().files).toEqual({
    user: { path: folder.file("home", "config.json"), values: { agents: { mine: { command: "x" } } } },
    workspace: { path: folder.file("work", ".parley", "config.json"), values: {} },
  });
});

it("treats an empty variable as unset", () => {
  vi.stubEnv("PARLEY_AGENT", "");
  expect(read().settings.agent).toBe("parley");
});

it.each([
  ["[]", "is not a JSON object"],
  ["{", "is not JSON"],
  ['{"color": "red"}', 'color is "red"; expected one of auto, always, never'],
])("refuses %s and names the file", async (text, message) => {
  await writeFile(folder.file("home", "config.json"), text);
  expect(() => read()).toThrow(message);
  expect(() => read()).toThrow(folder.file("home", "config.json"));
});

it("refuses a path that is not a file", async () => {
  await mkdir(folder.file("home", "config.json"));
  expect(() => read()).toThrow("cannot be read");
});

it("uses PARLEY_HOME as its home", () => {
  vi.stubEnv("PARLEY_HOME", "");
  expect(parleyHome()).toMatch(/\.parley$/);
  vi.stubEnv("PARLEY_HOME", folder.path);
  expect(parleyHome()).toBe(folder.path);
});

it("does not treat the user's home folder as a project", async () => {
  await writeFile(folder.file("work", ".parley", "config.json"), "{}");
  expect(hasWorkspaceFiles(folder.file("work"), folder.file("home"))).toBe(true);
  expect(hasWorkspaceFiles(folder.file("work"), folder.file("work", ".parley"))).toBe(false);
  expect(hasWorkspaceFiles(folder.file("home"), folder.file("home"))).toBe(false);
});
