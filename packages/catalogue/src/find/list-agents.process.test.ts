import { createTempFolder } from "@parley/test-support";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeManifest, type Manifest } from "../install/installed-agent.ts";
import { knownAgents } from "../known/known-agents.ts";
import { LOOKUPS_AT_ONCE } from "../limits.ts";
import { listAgents, showAgent } from "./list-agents.ts";
import { createScene, writeProgram } from "../testing/scene.ts";

it("lists every agent there is or could be, each with its state and what to do", async () => {
  await using folder = await createTempFolder();
  // Windows, because all its places depend on variables, so that nothing of this machine is found.
  const scene = await createScene(folder.path, { platform: "win32" });
  const { host } = scene;
  await writeProgram(join(scene.bin, "goose.exe"), "echo 1.34.0");
  await writeProgram(join(scene.bin, "gemini.exe"), "echo 0.1.0");
  await writeProgram(join(scene.bin, "qwen.exe"), "echo 0.24.4", 0o644);
  await writeProgram(join(scene.bin, "mine.exe"));
  const installed: Manifest = {
    id: "kimi",
    title: "Kimi",
    version: "1.9",
    kind: "uvx",
    folder: "1.9",
    command: "bin/kimi.exe",
    args: [],
    env: {},
    source: "kimi==1.9",
    isVerified: true,
    installedAtMs: 1,
  };
  await writeManifest(installed, host);
  await writeProgram(join(host.parleyHome, "agents/kimi/1.9/bin/kimi.exe"));
  await writeFile(join(host.parleyHome, "agents", "half.0198.claim"), "");
  const custom = new Map([
    ["mine", { command: "mine" }],
    ["codex", { command: join(folder.path, "nowhere.exe") }],
  ]);
  const own = { command: "parley", args: ["script"] };

  const reports = await listAgents({ host, custom, own });

  expect(reports.map(({ name }) => name)).toEqual([...knownAgents.map(({ name }) => name), "mine", "kimi"]);
  const byName = new Map(reports.map((report) => [report.name, report]));
  expect(byName.get("goose")).toMatchObject({
    origin: "known",
    status: { state: "ready", foundIn: "path", version: "1.34.0", launch: { args: ["acp"] } },
  });
  expect(byName.get("gemini")?.status).toMatchObject({
    state: "too_old",
    version: "0.1.0",
    minimum: "0.1.13",
    update: { command: "npm install -g @google/gemini-cli@latest" },
  });
  expect(byName.get("qwen")?.status).toMatchObject({
    state: "broken",
    message: expect.stringContaining("not executable"),
  });
  expect(byName.get("copilot")?.status).toMatchObject({
    state: "missing",
    install: { command: "npm install -g @github/copilot@latest" },
  });
  expect(byName.get("codex")).toMatchObject({ origin: "custom", status: { state: "missing" } });
  expect(byName.get("mine")).toMatchObject({ origin: "custom", status: { state: "ready", foundIn: "setting" } });
  expect(byName.get("kimi")).toMatchObject({
    origin: "installed",
    status: { state: "ready" },
    installed: { kind: "uvx" },
  });
  expect(byName.get("parley")).toMatchObject({ origin: "own", status: { state: "ready" } });
  expect((await showAgent("goose", { host }))?.status).toEqual(byName.get("goose")?.status);
  expect(await showAgent("nobody", { host })).toBeUndefined();
});

it("asks some at a time, and no more than that", async () => {
  await using folder = await createTempFolder();
  const scene = await createScene(folder.path, { platform: "win32" });
  const log = folder.file("log");
  const names = knownAgents.flatMap(({ programs }) => programs.slice(0, 1));
  for (const { file } of names) {
    // Each waits for a second one, so that one at a time would never end.
    const wait = `while [ "$(grep -c + ${log})" -lt 2 ]; do sleep 0.01; done`;
    const script = `PATH=/usr/bin:/bin\necho + >> ${log}\n${wait}\necho - >> ${log}\necho 9.9.9`;
    await writeProgram(join(scene.bin, `${file}.exe`), script);
  }
  await listAgents({ host: scene.host, limits: { versionMs: 60_000 } });
  let running = 0;
  let most = 0;
  for (const line of (await readFile(log, "utf8")).trim().split("\n")) {
    running += line === "+" ? 1 : -1;
    most = Math.max(most, running);
  }
  expect(running).toBe(0);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(LOOKUPS_AT_ONCE);
});
