// Runs before every file of the quick tests: one that starts a process is refused, and says what to do.
import processes from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const STARTERS = ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"] as const;

for (const name of STARTERS) {
  const refuse = (): never => {
    throw new Error(`A quick test called ${name}(). Name its file *.process.test.ts, so that it runs with the others.`);
  };
  Object.defineProperty(processes, name, { value: refuse, configurable: true, writable: true });
}
syncBuiltinESMExports();
