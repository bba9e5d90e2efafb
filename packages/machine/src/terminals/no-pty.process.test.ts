import { tmpdir } from "node:os";
import { expect, it, vi } from "vitest";
import { createTerminal } from "./create-terminal.ts";

// As on a platform for which there is no prebuilt binary.
vi.mock("@lydell/node-pty", () => {
  throw new Error("no binary for this platform\n\nThis can happen if …");
});

it.skipIf(process.platform === "win32")(
  "runs without a pseudo-terminal if none is available, and reports it",
  async () => {
    await using terminal = await createTerminal({ command: "echo hello", cwd: tmpdir(), pty: { cols: 80, rows: 24 } });
    expect(terminal.kind).toBe("pipes");
    expect(terminal.notice).toMatch(/^No pseudo-terminal is available, .*: [^\n]+$/);
    await terminal.waitForExit();
    expect(terminal.output().output).toBe("hello\n");
  },
);
