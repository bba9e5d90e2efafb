// Files that Parley's parent left open in it: a child would inherit them, and an open folder leads out of any sandbox.
import { ParleyError } from "@parley/base";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Invocation } from "../processes/invocation.ts";

/** Node lets no child inherit the files it opened itself; those it was started with are not marked like that. */
const CLOSED_ON_START = 0o2000000;
const STANDARD_FILES = 3;

let found: readonly number[] | undefined;

/** Found once: files that a running process opens are not inherited. */
export function findInheritedFiles(): readonly number[] {
  found ??= readdirSync("/proc/self/fd")
    .map(Number)
    .filter((file) => file >= STANDARD_FILES && isHandedDown(file));
  return found;
}

function isHandedDown(file: number): boolean {
  try {
    const [, flags] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, "latin1")) ?? [];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_ON_START) === 0;
  } catch {
    return false; // The descriptor that was open to list them.
  }
}

const SHELLS = ["/bin/bash", "/usr/bin/bash"];

/** The same program, started without them. */
export function withoutInheritedFiles({ file, args, viaShell }: Invocation, files: readonly number[]): Invocation {
  if (files.length === 0) return { file, args, viaShell };
  const shell = SHELLS.find((path) => existsSync(path));
  if (shell === undefined) {
    const message = `The sandbox is not available: the files ${files.join(", ")} were open when Parley started, and closing them needs bash`;
    throw new ParleyError({ code: "sandbox_unavailable", message });
  }
  const script = `exec ${files.map((number) => `${number}>&-`).join(" ")}; exec "$0" "$@"`;
  return { file: shell, args: ["--norc", "-c", script, file, ...args], viaShell };
}
