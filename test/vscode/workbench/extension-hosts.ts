// The processes in which a VS Code runs its extensions.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The extension hosts of one editor: its processes carry its home in their environment. */
export function extensionHosts(home: string): readonly number[] {
  const listed = execFileSync("ps", ["-eo", "pid,args", "--no-headers", "-ww"], { encoding: "utf8" });
  const hosts = listed.split("\n").filter((line) => line.includes("--type=extensionHost"));
  return hosts.flatMap((line) => {
    const pid = Number(line.trim().split(/\s+/)[0]);
    return environmentOf(pid).includes(`PARLEY_HOME=${home}\0`) ? [pid] : [];
  });
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return ""; // It has ended.
  }
}
