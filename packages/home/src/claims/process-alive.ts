// Whether a process of that number is there, ours or another user's.
import { hasErrno } from "@parley/base";

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasErrno(error, "EPERM");
  }
}
