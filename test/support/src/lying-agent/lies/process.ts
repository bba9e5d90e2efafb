// Lies about the process: it dies, half closes, floods stderr, or leaves a process behind.
import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import type { Lie } from "../lie.ts";

const FLOOD_BYTES = 32 * 1024 * 1024;

export const processLies = {
  "exits-mid-turn": {
    about: "exits with a code in the middle of a turn",
    needs: "process",
    midTurn: () => process.exit(3),
  },
  "killed-mid-turn": {
    about: "is killed by a signal in the middle of a turn",
    needs: "process",
    midTurn: () => {
      process.kill(process.pid, "SIGKILL");
      return "ended";
    },
  },
  "dies-mid-line": {
    about: "dies in the middle of a message",
    needs: "process",
    midTurn: async ({ wire }) => {
      await wire.bytes('{"jsonrpc":"2.0","method":"session/upd');
      process.exit(0);
    },
  },
  "last-line-unterminated": {
    about: "exits right after an answer that has no newline",
    needs: "process",
    midTurn: async ({ wire, id, say }) => {
      say("after");
      await wire.bytes(JSON.stringify({ jsonrpc: "2.0", id, result: { stopReason: "end_turn" } }));
      process.exit(0);
    },
  },
  "closes-stdout": {
    about: "closes stdout and lives on",
    needs: "process",
    midTurn: () => {
      closeSync(1);
      return "ended";
    },
  },
  "closes-stdin": {
    about: "closes stdin and keeps talking",
    needs: "process",
    midTurn: () => {
      // Node itself never closes this descriptor.
      process.stdin.destroy();
      closeSync(0);
      // Without an input nothing else would keep it alive.
      setInterval(() => undefined, 1_000);
    },
  },
  "ignores-the-end": {
    about: "stays when its input is closed",
    needs: "process",
    midTurn: () => {
      setInterval(() => undefined, 1_000);
    },
  },
  "floods-stderr": {
    about: "writes 32 MiB to stderr",
    needs: "process",
    midTurn: () => new Promise((resolve) => process.stderr.write("x".repeat(FLOOD_BYTES), () => resolve())),
  },
  "leaves-a-daemon": {
    about: "starts a detached process that outlives it",
    needs: "process",
    midTurn: () => {
      const daemon = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], {
        detached: true,
        stdio: "ignore",
      });
      daemon.unref();
    },
  },
} satisfies Record<string, Lie>;
