// Typing into a program that does not read.
import { expect, it } from "vitest";
import { spawn } from "@lydell/node-pty";
import { PtyInput } from "./pty-input.ts";

it.skipIf(process.platform !== "linux")(
  "does not wait for a program that never reads, and takes no more than its limit",
  async () => {
    const terminal = spawn("sh", ["-c", "stty raw -echo; echo ready; sleep 30"], {});
    await new Promise<void>((resolve) => terminal.onData((text) => (text.includes("ready") ? resolve() : undefined)));
    const input = PtyInput.of(terminal);
    if (input === undefined) throw new Error("A terminal of Linux has a descriptor");
    for (let count = 0; count < 16; count += 1) input.write("y".repeat(65_536));
    expect(() => {
      for (let count = 0; count < 2; count += 1) input.write("y".repeat(65_536));
    }).toThrow("does not read");
    const ended = new Promise((resolve) => terminal.onExit(resolve));
    terminal.kill("SIGKILL");
    await ended;
    // Its descriptor may be that of another file by now.
    input.write("late");
    expect(PtyInput.of({})).toBeUndefined();
  },
);
