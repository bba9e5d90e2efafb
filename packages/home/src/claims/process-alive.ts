// Whether a process with that pid exists, ours or another user's.
import { hasErrno } from "@parley/base";

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasErrno(error, "EPERM");
  }
}
