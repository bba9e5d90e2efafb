import {
  bundleProgram,
  createMarker,
  createTempFolder,
  startProgram,
  startWebServer,
  type TempFolder,
} from "@parley/test-support";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createToolScene } from "../testing/tool-scene.ts";
import { browserTool } from "./browser-tool.ts";
import { launchChromium } from "./chromium.ts";
import { findBrowser } from "./find-browser.ts";
import { createProfile } from "./profile.ts";

const found = await findBrowser({ platform: process.platform, env: process.env });
const path = "path" in found ? found.path : "";
const signal = new AbortController().signal;

let temp: TempFolder;

/** Profiles of ours are made here. */
beforeEach(async () => {
  temp = await createTempFolder();
  vi.stubEnv("TMPDIR", temp.path);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await temp[Symbol.asyncDispose]();
});

async function profiles(): Promise<string[]> {
  return (await readdir(temp.path)).filter((name) => name.startsWith("parley-browser-"));
}

describe.skipIf(path === "")("a browser of ours", () => {
  it.each(["pipe", "port"] as const)(
    "is driven over a %s, and leaves nothing behind",
    async (link) => {
      const running = await launchChromium({ path, proxyPort: undefined, signal, link });
      const page = await running.browser.newPage();
      await page.setContent("<title>here</title>");
      expect(await page.title()).toBe("here");
      await running[Symbol.asyncDispose]();
      expect(running.browser.isConnected()).toBe(false);
      expect(await profiles()).toEqual([]);
    },
    60_000,
  );

  it.skipIf(process.platform !== "linux")(
    "is replaced by the next page when it dies",
    async () => {
      const marker = createMarker();
      for (const [name, value] of Object.entries(marker.env)) vi.stubEnv(name, value);
      await using web = await startWebServer({ "/": "<p>alive" });
      await using scene = await createToolScene({ allowsLoopback: true });
      await scene.call(browserTool, { action: "open", url: web.origin });
      expect((await marker.reap()).length).toBeGreaterThan(1);
      expect((await scene.call(browserTool, { action: "read" })).outcome.isError).toBe(true);
      expect((await scene.call(browserTool, { action: "open", url: web.origin })).text).toContain("alive");
    },
    60_000,
  );

  it.skipIf(process.platform !== "linux")(
    "ends with us, even when we are killed",
    async () => {
      await using program = startProgram(
        await bundleProgram(new URL("./testing/keep-browser-open.main.ts", import.meta.url)),
        { args: [path] },
      );
      await once(program.stdout, "data");
      // The program, and the several processes of a browser.
      await expect.poll(async () => (await program.marker.find()).length).toBeGreaterThan(2);
      process.kill(program.pid, "SIGKILL");
      await program.exited;
      await expect.poll(() => program.marker.find()).toEqual([]);
    },
    90_000,
  );
});

describe("a profile", () => {
  it("that a dead process left behind is removed with the next one, and no other", async () => {
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const others = ["parley-browser-notes", `parley-browser-${process.ppid}-live`, "something-else"];
    for (const name of [...others, `parley-browser-${dead}-left`]) await mkdir(temp.file(name));
    const profile = await createProfile();
    expect(await readdir(temp.path)).toEqual([...others, basename(profile.path)].toSorted());
    await profile[Symbol.asyncDispose]();
    expect(await readdir(temp.path)).toEqual(others.toSorted());
  });
});

describe.skipIf(process.platform === "win32")("what is started as a browser", () => {
  it.each(["pipe", "port"] as const)("and says nothing over its %s is ended when it is cancelled", async (link) => {
    const silent = temp.file("silent");
    await writeFile(silent, "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 });
    const late = AbortSignal.timeout(300);
    await expect(launchChromium({ path: silent, proxyPort: undefined, signal: late, link })).rejects.toThrow(/abort/i);
    expect(await profiles()).toEqual([]);
  });

  it("and exits at once is reported with its last output", async () => {
    const broken = temp.file("broken");
    await writeFile(broken, "#!/bin/sh\necho no display >&2\nexit 1\n", { mode: 0o755 });
    const launch = launchChromium({ path: broken, proxyPort: undefined, signal });
    await expect(launch).rejects.toMatchObject({
      code: "process_exited",
      message: expect.stringContaining("no display"),
    });
  });
});
