// Runs something that compiles WebAssembly, which then stays as the baseline compiler left it.
//
// The lexer of the grammar is one function of 160 kB. V8 compiles it for its first call in some milliseconds, then deems it
// hot and optimizes it on another thread: more than half a second of a core, for a line that takes some microseconds either
// way. No program ends before that is done, and one that waits for nothing else stands still meanwhile.
import { setFlagsFromString } from "node:v8";

/** Read when a module is made, and when one of its functions is compiled. */
const FLAGS = ["wasm-dynamic-tiering", "wasm-tier-up"] as const;

/** Of plain Node, 20 to 24. Others may not know the flags and complain, and programs that embed V8 end when a flag changes. */
export const KNOWN_V8 = /^1[1-3]\..*-node\.\d+$/;

/**
 * Changing a flag and back is safe because `action` is synchronous, and because V8 looks at these two only while it compiles:
 * nothing else sees them changed, but for a WebAssembly module that another thread of this process compiles in these few
 * milliseconds, which is then slower than it could be.
 */
export function withoutOptimizing<T>(action: () => T): T {
  if (!KNOWN_V8.test(process.versions.v8) || hasOwnFlags()) return action();
  for (const flag of FLAGS) setFlagsFromString(`--no-${flag}`);
  try {
    return action();
  } finally {
    for (const flag of FLAGS) setFlagsFromString(`--${flag}`);
  }
}

/** What somebody chose for this process stays, for there is no way to learn what to go back to. */
function hasOwnFlags(): boolean {
  const given = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  return /wasm|liftoff|jitless/.test(given);
}
