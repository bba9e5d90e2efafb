// Typing into a program that does not read.
import { expect, it } from "vitest";
import { spawn } from "@lydell/node-pty";
import { PtyInput } from "./pty-input.ts";

it.skipIf(process.platform !== "linux")(
  "does not wait for a program that never reads, and takes no more than its limit",
  async () => {
    const terminal = spawn("sh", ["-c", "stty raw -echo; echo ready; sleep 30"], {});
    await new Promise<void>((resolve) => terminal.onData((text) => (text.includes("ready") ? resolve() : undefined)));
    const input = new PtyInput((terminal as unknown as { readonly fd: number }).fd);
    for (let count = 0; count < 16; count += 1) input.write("y".repeat(65_536));
    expect(() => {
      for (let count = 0; count < 2; count += 1) input.write("y".repeat(65_536));
    }).toThrow("does not read");
    input.close();
    terminal.kill("SIGKILL");
  },
);
