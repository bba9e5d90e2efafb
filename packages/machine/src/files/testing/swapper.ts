// A second process that swaps a folder or file for a link that leads outside, as fast as it can.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Puts a link in the place of argv[1], and the real thing back, until its input ends. What we made there meanwhile goes. */
const SWAPPER = `
  const { renameSync, rmSync, symlinkSync, unlinkSync } = require("node:fs");
  const [, place, target] = process.argv;
  function insist(action) {
    for (;;) {
      try {
        return action();
      } catch (error) {
        if (!["EEXIST", "EISDIR", "ENOTEMPTY"].includes(error.code)) throw error;
        try {
          rmSync(place, { recursive: true, force: true });
        } catch {
          // The other side holds it just now; the next round tries again.
        }
      }
    }
  }
  process.stdin.resume().on("end", () => process.exit());
  process.stdout.write("ready");
  (function swap() {
    for (let count = 0; count < 50; count += 1) {
      renameSync(place, place + ".aside");
      insist(() => symlinkSync(target, place));
      insist(() => unlinkSync(place));
      insist(() => renameSync(place + ".aside", place));
    }
    setImmediate(swap);
  })();`;

interface Swapper extends AsyncDisposable {
  readonly exitCode: number | null;
}

export async function startSwapper(place: string, target: string): Promise<Swapper> {
  const child = spawn(process.execPath, ["-e", SWAPPER, place, target], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return {
    get exitCode() {
      return child.exitCode;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.stdin.end();
      await once(child, "exit");
    },
  };
}
