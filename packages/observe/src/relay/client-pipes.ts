// Our own stdin and stdout as streams that can be closed, because the client must see the agent's end.
import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";

export interface ClientPipes {
  readonly input: Readable;
  readonly output: Writable;
}

/** Call it once, and do not use `process.stdin` and `process.stdout`: each descriptor has one owner. */
export function openClientPipes(): ClientPipes {
  return {
    input: isPipe(0) ? new Socket({ fd: 0, readable: true, writable: false }) : process.stdin,
    output: isPipe(1) ? new Socket({ fd: 1, readable: false, writable: true }) : process.stdout,
  };
}

function isPipe(fd: number): boolean {
  if (process.platform === "win32") return false;
  const stats = fstatSync(fd);
  return stats.isFIFO() || stats.isSocket();
}
