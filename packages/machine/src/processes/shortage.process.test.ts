// What the system does when it is short of something cannot be brought about here, so `spawn` pretends.
import { EventEmitter } from "node:events";
import { tmpdir } from "node:os";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Guard } from "./guard.ts";
import { spawnProcess } from "./spawn-process.ts";

const pretence = vi.hoisted(() => ({ code: undefined as string | undefined, throws: false }));

vi.mock(import("node:child_process"), async (importOriginal) => {
  const original = await importOriginal();
  const spawn = (...args: Parameters<typeof original.spawn>): unknown => {
    if (pretence.code === undefined) return original.spawn(...args);
    const error = Object.assign(new Error(`spawn ${pretence.code}`), { code: pretence.code });
    if (pretence.throws) throw error;
    const child = new EventEmitter();
    process.nextTick(() => child.emit("error", error));
    return child;
  };
  return { ...original, spawn: spawn as typeof original.spawn };
});

beforeEach(() => {
  pretence.code = undefined;
});

describe("a machine that is short of something", () => {
  it.each([
    { code: "EAGAIN", throws: false, why: "no room for another process" },
    { code: "EMFILE", throws: false, why: "too many files are open in this process" },
    { code: "ENOMEM", throws: true, why: "out of memory" },
    { code: "EIO", throws: true, why: "spawn EIO" },
  ])("is recognised by $code", async ({ code, throws, why }) => {
    // The guard is there already.
    await (await spawnProcess({ command: "node", args: ["-e", "0"], cwd: tmpdir() })).end();
    Object.assign(pretence, { code, throws });
    await expect(spawnProcess({ command: "node", args: [], cwd: tmpdir() })).rejects.toMatchObject({
      code: "process_failed",
      message: expect.stringContaining(why) as string,
      cause: { code },
    });
  });

  it.each([true, false])("starts nothing without a guard", async (throws) => {
    Object.assign(pretence, { code: "EAGAIN", throws });
    const guard = new Guard();
    await expect(guard.start()).rejects.toMatchObject({
      code: "process_failed",
      message: expect.stringContaining("the guard process, which ends it with Parley, could not be started") as string,
    });
    expect(guard.pid).toBeUndefined();
  });
});
