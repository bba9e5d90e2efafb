import { createTempFolder } from "@parley/test-support";
import { readFileSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { LogWriter } from "./log-writer.ts";

const CLOSED = { fd: -1 } as FileHandle;

describe("a writer", () => {
  it("keeps what could not be written, and retries it in order", async () => {
    await using temp = await createTempFolder();
    await using file = await open(temp.file("log"), "a");
    await using reader = await open(temp.file("log"), "r");
    const writer = new LogWriter(file, 0, 100);
    writer.append("one");
    writer.flush();
    writer.moveTo(reader);
    writer.append("two");
    expect(() => writer.flush()).toThrow(expect.objectContaining({ code: "EBADF" }));
    writer.append("three");
    expect(() => writer.flush()).toThrow("EBADF");
    expect([writer.waitingLines, writer.bytes]).toEqual([2, 4]);
    writer.moveTo(file);
    writer.flush();
    expect(readFileSync(temp.file("log"), "utf8")).toBe("one\ntwo\nthree\n");
    expect([writer.waitingLines, writer.waitingChars, writer.bytes]).toEqual([0, 0, 14]);
  });

  it("requests a flush at a size, and after a failure only when as much was added again", () => {
    const writer = new LogWriter(CLOSED, 0, 10);
    /** Whether it asked; nothing can be written here. */
    const asks = (line: string): boolean => {
      try {
        if (writer.append(line)) writer.flush();
        return false;
      } catch {
        return true;
      }
    };
    expect(["1234", "1234", "1234", "1234", "1234"].map(asks)).toEqual([false, true, false, true, false]);
  });

  it("writes nothing if it is empty", () => {
    expect(() => new LogWriter(CLOSED, 0, 10).flush()).not.toThrow();
  });
});
