import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { afterEach, expect, it, vi } from "vitest";
import { globTool } from "../glob.ts";
import { grepTool } from "../grep.ts";
import { listTool } from "../list.ts";
import { openCodingScene } from "../testing/coding-scene.ts";

afterEach(() => vi.unstubAllEnvs());

it("grep, glob and list obey the same ignore files", async () => {
  await using scene = await openCodingScene();
  await writeFile(scene.folder.file("excludes"), "by-global.txt\n");
  await writeFile(scene.folder.file("gitconfig"), `[core]\n\texcludesFile = ${scene.folder.file("excludes")}\n`);
  vi.stubEnv("GIT_CONFIG_GLOBAL", scene.folder.file("gitconfig"));
  vi.stubEnv("XDG_CONFIG_HOME", scene.folder.file("config"));
  vi.stubEnv("HOME", scene.folder.path);
  await writeFile(scene.folder.file(".gitconfig"), `[core]\n\texcludesFile = ${scene.folder.file("excludes")}\n`);
  execFileSync("git", ["init", "--quiet", scene.cwd]);
  await scene.put(".gitignore", "by-gitignore.txt\n");
  await scene.put(".ignore", "by-ignore.txt\n");
  await scene.put(".rgignore", "by-rgignore.txt\n");
  await scene.put(".git/info/exclude", "by-exclude.txt\n");
  await scene.put("sub/.gitignore", "by-sub.txt\n");
  const names = ["global", "gitignore", "ignore", "rgignore", "exclude", "nothing"].map((name) => `by-${name}.txt`);
  for (const name of [...names, "sub/by-sub.txt", "sub/by-nothing.txt"]) await scene.put(name, "needle\n");

  const seen = ["by-global.txt", "by-ignore.txt", "by-nothing.txt", "by-rgignore.txt", "sub/by-nothing.txt"];
  const grep = (await scene.call(grepTool, { pattern: "needle", mode: "files" })).text;
  expect(grep.split("\n").toSorted()).toEqual(seen);
  const glob = (await scene.call(globTool, { pattern: "**/by-*.txt" })).text;
  expect(glob.split("\n").toSorted()).toEqual(seen);
  const list = (await scene.call(listTool, { depth: 3 })).text;
  const listed = list.split("\n").map((line) => line.trim());
  expect(listed.filter((line) => line.startsWith("by-")).toSorted()).toEqual(
    [...seen.slice(0, -1), "by-nothing.txt"].toSorted(),
  );
});
