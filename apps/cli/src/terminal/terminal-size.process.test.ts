import { spawn } from "@lydell/node-pty";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Waits for a line without giving signals a chance. */
const PROGRAM = `
import { readSync } from "node:fs";
import { terminalSize } from ${JSON.stringify(join(import.meta.dirname, "terminal-size.ts"))};
const seen = [];
process.stdout.on("resize", () => seen.push(process.stdout.columns));
console.log("ready");
readSync(0, Buffer.alloc(10));
const before = process.stdout.columns;
console.log("columns: " + [before, terminalSize().columns, seen].join(" "));
`;

it.skipIf(process.platform === "win32")("reads the size although its signal was not handled yet", async () => {
  const args = ["--import", "tsx", "--input-type=module", "--eval", PROGRAM];
  const terminal = spawn(process.execPath, args, { cols: 80, rows: 24, cwd: import.meta.dirname });
  let written = "";
  const prints = (text: string) =>
    new Promise<void>((resolve) => {
      terminal.onData((data) => {
        written += data;
        if (written.includes(text)) resolve();
      });
    });
  const ended = new Promise((resolve) => terminal.onExit(resolve));
  await prints("ready");
  terminal.resize(40, 12);
  terminal.write("\r");
  await ended;
  expect(written).toContain("columns: 80 40 40");
});
