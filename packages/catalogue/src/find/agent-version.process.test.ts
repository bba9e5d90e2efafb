import { createFakeClock, createMarker, createTempFolder, type TempFolder } from "@parley/test-support";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFindAgent } from "./find-agent.ts";
import { VERSION_AGE_MS } from "../limits.ts";
import { showAgent } from "./list-agents.ts";
import type { LookupOptions } from "./lookup.ts";
import { createScene, writeProgram, type Scene } from "../testing/scene.ts";

let folder: TempFolder;
let scene: Scene;
let warnings: string[];

beforeEach(async () => {
  folder = await createTempFolder();
  scene = await createScene(folder.path);
  warnings = [];
});
afterEach(() => folder[Symbol.asyncDispose]());

const log: LookupOptions["log"] = { write: (level, message) => void (level === "warn" && warnings.push(message)) };

function find(name: string, options: LookupOptions = {}): ReturnType<ReturnType<typeof createFindAgent>> {
  return createFindAgent(name, { host: scene.host, log, ...options })();
}

/** A program that answers with that, and notes that it was asked. */
function counted(answer: string): string {
  return `echo asked >> ${folder.file("asked")}\necho ${answer}`;
}

async function timesAsked(): Promise<number> {
  return existsSync(folder.file("asked")) ? (await readFile(folder.file("asked"), "utf8")).split("\n").length - 1 : 0;
}

describe("a program that does not report its version", () => {
  it("can be used, with a warning", async () => {
    await writeProgram(join(scene.bin, "goose"), "echo something; exit 3");
    expect(await find("goose")).toMatchObject({ args: ["acp"], version: undefined });
    expect(warnings).toEqual([expect.stringContaining("Unknown version of goose")]);
  });

  it("is heard on stderr as well, and with colours", async () => {
    await writeProgram(join(scene.bin, "goose"), String.raw`printf '\033[1mgoose\033[0m 1.17.0\n' >&2; exit 2`);
    expect((await find("goose")).version).toBe("1.17.0");
  });

  it("because it does not exit in time, is stopped with what it started, and refused where a minimum is required", async () => {
    const marker = createMarker();
    const path = await writeProgram(join(scene.bin, "goose"), `trap '' TERM\nsleep 600 &\nsleep 600`);
    const env = { PATH: `${scene.bin}:/bin:/usr/bin`, ...marker.env };
    const host = scene.with({ env });
    await expect(find("goose", { host, limits: { versionMs: 300 } })).rejects.toMatchObject({
      code: "agent_spawn_failed",
      message: `goose cannot be started: \`${path} --version\` did not exit within 300 ms, so its version could not be checked; 1.16.0 or newer is required`,
      remedy: { command: `"${path}" --version` },
    });
    expect(await marker.find()).toEqual([]);
    // It is asked again: one slow start does not block it for a day.
    await writeProgram(path, "echo 1.16.0");
    expect((await find("goose", { host })).version).toBe("1.16.0");
  });

  it("because it does not exit in time, can be used where no minimum is required", async () => {
    await writeProgram(join(scene.bin, "codex-acp"), "sleep 600");
    const host = scene.with({ env: { PATH: `${scene.bin}:/bin:/usr/bin` } });
    const report = await showAgent("codex", { host, limits: { versionMs: 300 } });
    expect(report?.status).toMatchObject({ state: "ready", warning: expect.stringContaining("within 300 ms") });
  });

  it("because it cannot be started, cannot be used", async () => {
    await writeFile(join(scene.bin, "goose"), "#!/no/such/interpreter\n");
    await chmod(join(scene.bin, "goose"), 0o755);
    await expect(find("goose")).rejects.toMatchObject({
      code: "agent_spawn_failed",
      message: expect.stringContaining("/no/such/interpreter"),
    });
  });
});

describe("versions that are already known", () => {
  it("are not asked for at a start when nothing depends on them, only for a list", async () => {
    await writeProgram(join(scene.bin, "codex-acp"), counted("codex-acp 2.6.0"));
    expect((await find("codex")).version).toBeUndefined();
    expect(await timesAsked()).toBe(0);
    const report = await showAgent("codex", { host: scene.host });
    expect(report?.status).toMatchObject({ state: "ready", version: "2.6.0" });
    expect((await find("codex")).version).toBe("2.6.0");
    expect(await timesAsked()).toBe(1);
    expect(warnings).toEqual([]);
  });

  it("are not asked for again", async () => {
    await writeProgram(join(scene.bin, "goose"), counted("1.34.0"));
    await find("goose");
    expect((await find("goose")).version).toBe("1.34.0");
    expect(await timesAsked()).toBe(1);
  });

  it("are asked for again when the program is another one, even one of the same size and date", async () => {
    const path = await writeProgram(join(scene.bin, "goose"), counted("1.34.0"));
    const date = new Date("1985-10-26T08:15:00Z");
    await utimes(path, date, date);
    await find("goose");
    await rm(path);
    await writeProgram(path, counted("1.35.0"));
    await utimes(path, date, date);
    expect((await find("goose")).version).toBe("1.35.0");
  });

  it("are asked for again after a day", async () => {
    const clock = createFakeClock();
    await writeProgram(join(scene.bin, "goose"), counted("1.34.0"));
    await find("goose", { clock });
    clock.advance(VERSION_AGE_MS + 1);
    await find("goose", { clock });
    expect(await timesAsked()).toBe(2);
  });

  it.each(["1.16.0-beta", "Goose 1.16.0-rc.1", "1.16.0+build.7"])(
    "that are pre-releases of the minimum pass: %s",
    async (answer) => {
      await writeProgram(join(scene.bin, "goose"), `echo ${answer}`);
      expect((await find("goose")).args).toEqual(["acp"]);
    },
  );

  it("are never too old without asking again: what is behind a shim may have changed", async () => {
    const version = folder.file("version");
    await writeFile(version, "1.10.0");
    await writeProgram(join(scene.bin, "goose"), `read v < ${version}; echo $v`);
    await expect(find("goose")).rejects.toMatchObject({ code: "agent_version" });
    await writeFile(version, "1.20.0");
    expect((await find("goose")).version).toBe("1.20.0");
  });

  it("do not decide how an old one starts without asking again either", async () => {
    const version = folder.file("version");
    await writeFile(version, "0.27.3");
    await writeProgram(join(scene.bin, "gemini"), `read v < ${version}; echo $v`);
    expect((await find("gemini")).args).toEqual(["--experimental-acp"]);
    await writeFile(version, "0.61.0");
    expect((await find("gemini")).args).toEqual(["--acp"]);
  });

  it("that cannot be read or kept cost time, nothing else", async () => {
    await writeProgram(join(scene.bin, "goose"), counted("1.34.0"));
    const cache = join(scene.host.parleyHome, "cache");
    await mkdir(cache);
    await writeFile(join(cache, "versions.json"), "{ damaged");
    expect((await find("goose")).version).toBe("1.34.0");
    await rm(cache, { recursive: true });
    await writeFile(cache, "not a folder");
    expect((await find("goose")).version).toBe("1.34.0");
  });
});
