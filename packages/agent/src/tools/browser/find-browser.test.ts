import { createTempFolder } from "@parley/test-support";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findBrowser } from "./find-browser.ts";

async function install(...names: readonly string[]): Promise<void> {
  for (const path of names) {
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, "#!/bin/sh\n", { mode: 0o755 });
  }
}

describe.skipIf(process.platform === "win32")("a browser is found", () => {
  it("where a person says it is, before any other", async () => {
    await using temp = await createTempFolder();
    await install(temp.file("mine"), temp.file("theirs"), temp.file("bin", "chromium"));
    const env = { PATH: temp.file("bin"), CHROME_PATH: temp.file("theirs"), PARLEY_BROWSER: temp.file("mine") };
    expect(await findBrowser({ platform: "linux", env })).toEqual({ path: temp.file("mine") });
    expect(await findBrowser({ platform: "linux", env: { ...env, PARLEY_BROWSER: "" } })).toEqual({
      path: temp.file("theirs"),
    });
    expect(await findBrowser({ platform: "linux", env: { PATH: env.PATH, PARLEY_BROWSER: "chromium" } })).toEqual({
      path: temp.file("bin", "chromium"),
    });
    const wrong = { ...env, PARLEY_BROWSER: temp.file("nothing") };
    expect(await findBrowser({ platform: "linux", env: wrong })).toEqual({
      missing: `PARLEY_BROWSER is ${temp.file("nothing")}, which is not a program.`,
    });
  });

  it.each(["chromium", "chromium-browser", "google-chrome", "msedge", "microsoft-edge"])(
    "as %s in the PATH",
    async (name) => {
      await using temp = await createTempFolder();
      await install(temp.file("bin", name));
      expect(await findBrowser({ platform: "linux", env: { PATH: temp.file("bin") } })).toEqual({
        path: temp.file("bin", name),
      });
    },
  );

  it("in the usual places of macOS and Windows", async () => {
    await using temp = await createTempFolder();
    const mac = temp.file("Applications", "Chromium.app", "Contents", "MacOS", "Chromium");
    const windows = temp.file("local", "Microsoft", "Edge", "Application", "msedge.exe");
    await install(mac, windows);
    expect(await findBrowser({ platform: "darwin", env: { HOME: temp.path } })).toEqual({ path: mac });
    expect(await findBrowser({ platform: "win32", env: { LOCALAPPDATA: temp.file("local") } })).toEqual({
      path: windows,
    });
  });

  it("or not, with what to do about it", async () => {
    await using temp = await createTempFolder();
    await mkdir(temp.file("chromium"));
    const none = await findBrowser({ platform: "darwin", env: { HOME: temp.path, PATH: temp.path } });
    expect(none).toEqual({
      missing: expect.stringMatching(/Chromium, Chrome or Edge not found.*Install one.*PARLEY_BROWSER/),
    });
  });
});
