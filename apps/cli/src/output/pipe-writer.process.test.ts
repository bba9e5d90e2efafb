// The writer against real pipes: its reader is another process.
import { bundleProgram } from "@parley/test-support";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";

const LINES = 30_000;
const LINE = "x".repeat(200);

/** Writes that many lines as fast as it can, then says on stderr how much memory it took at most. */
async function startWriter(lines: number) {
  const path = await bundleProgram(new URL("./testing/flood.main.ts", import.meta.url));
  return spawn(process.execPath, [path, String(lines), LINE], { stdio: ["ignore", "pipe", "pipe"] });
}

describe("the pipe writer", () => {
  it("delivers everything to a slow reader in order, with a small buffer", async () => {
    const child = await startWriter(LINES);
    const stderr = text(child.stderr);
    let bytes = 0;
    let end = "";
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      end = (end + chunk.toString()).slice(-100);
      await sleep(1);
    }
    expect(bytes).toBe(LINES * (LINE.length + 8));
    expect(end.trimEnd().endsWith(String(LINES - 1).padStart(6, "0"))).toBe(true);
    // The text is 6 MB; what is held is never more than a little over one.
    const { heldBytes } = JSON.parse(await stderr) as { heldBytes: number };
    expect(heldBytes).toBeLessThan(2 * 1024 * 1024);
  }, 60_000);

  it("reports when the reader has closed the pipe, without throwing", async () => {
    const child = await startWriter(LINES);
    const stderr = text(child.stderr);
    child.stdout.once("data", () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(code).toBe(0);
    expect(JSON.parse(await stderr)).toMatchObject({ isGone: true });
  }, 60_000);
});
