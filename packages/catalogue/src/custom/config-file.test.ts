import { createTempFolder, type TempFolder } from "@parley/test-support";
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addCustomAgent, readCustomAgents, removeCustomAgent } from "./config-file.ts";

let folder: TempFolder;
let path: string;

beforeEach(async () => {
  folder = await createTempFolder();
  path = folder.file("config.json");
});
afterEach(() => folder[Symbol.asyncDispose]());

it("creates a missing file, readable by its owner only", async () => {
  const home = folder.file("new", "home");
  await addCustomAgent(home, "mine", { command: "mine", env: { KEY: "secret" } });
  const file = join(home, "config.json");
  expect(await readFile(file, "utf8")).toBe(
    '{\n  "agents": {\n    "mine": {\n      "command": "mine",\n      "env": {\n        "KEY": "secret"\n      }\n    }\n  }\n}\n',
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readCustomAgents(home)).toEqual(new Map([["mine", { command: "mine", env: { KEY: "secret" } }]]));
});

it("keeps unknown settings, the order, the indentation, the line ends and the mode", async () => {
  const before =
    '{\r\n\t"zeta": [1, 2],\r\n\t"agents": { "a": { "command": "a", "future": true } },\r\n\t"__proto__": 1\r\n}';
  await writeFile(path, before);
  await chmod(path, 0o640);
  await addCustomAgent(folder.path, "b", { command: "b" });
  const text = await readFile(path, "utf8");
  expect(Object.keys(JSON.parse(text) as object)).toEqual(["zeta", "agents", "__proto__"]);
  expect(JSON.parse(text)).toMatchObject({
    zeta: [1, 2],
    agents: { a: { command: "a", future: true }, b: { command: "b" } },
  });
  expect(text).toContain('\r\n\t"agents": {\r\n\t\t"a"');
  expect(text.endsWith("}")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  expect((await stat(path)).mode & 0o777).toBe(0o640);
});

it("is left as it is if it would become too large to be read again", async () => {
  // Small enough on one line, too large with a line for each.
  const before = JSON.stringify({ future: Array.from({ length: 800_000 }, () => 0) });
  await writeFile(path, before);
  await expect(addCustomAgent(folder.path, "a", { command: "a" })).rejects.toMatchObject({ code: "file_too_large" });
  expect(await readFile(path, "utf8")).toBe(before);
});

it("replaces and removes one", async () => {
  await addCustomAgent(folder.path, "a", { command: "old", args: ["x"] });
  await addCustomAgent(folder.path, "a", { command: "new" });
  expect([...(await readCustomAgents(folder.path)).values()]).toEqual([{ command: "new" }]);
  expect(await removeCustomAgent(folder.path, "a")).toBe(true);
  expect(await removeCustomAgent(folder.path, "a")).toBe(false);
  expect(await readFile(path, "utf8")).toBe('{\n  "agents": {}\n}\n');
});

it("writes where a link leads", async () => {
  await mkdir(folder.file("dotfiles"));
  await writeFile(folder.file("dotfiles", "parley.json"), "{}");
  await symlink(folder.file("dotfiles", "parley.json"), path);
  await addCustomAgent(folder.path, "a", { command: "a" });
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
  expect(await readFile(folder.file("dotfiles", "parley.json"), "utf8")).toContain('"command": "a"');
});

it.each([
  ["{ half", "is not JSON: line 1"],
  ["[]", "is not a JSON object"],
  ['{"agents": []}', "agents is []; expected an object"],
])("leaves %s alone, and says what is wrong", async (text, message) => {
  await writeFile(path, text);
  await expect(addCustomAgent(folder.path, "a", { command: "a" })).rejects.toMatchObject({
    code: "bad_config",
    message: expect.stringContaining(message),
  });
  expect(await readFile(path, "utf8")).toBe(text);
  expect(await readdir(folder.path)).toEqual(["config.json"]);
});

it("refuses changes that it could not read again", async () => {
  await expect(addCustomAgent(folder.path, "a b", { command: "a" })).rejects.toMatchObject({ code: "bad_input" });
  await expect(addCustomAgent(folder.path, "a", { command: "./a" })).rejects.toMatchObject({ code: "bad_input" });
  expect(await readdir(folder.path)).toEqual([]);
});

it("loses none of many concurrent changes", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `agent-${index}`);
  await Promise.all(names.map((name) => addCustomAgent(folder.path, name, { command: name })));
  expect([...(await readCustomAgents(folder.path)).keys()].toSorted()).toEqual(names.toSorted());
});
