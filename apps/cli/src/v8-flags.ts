// Sets flags of V8 while the process runs, only in versions of Node where they were measured.
import { setFlagsFromString } from "node:v8";

/** Plain Node 20 to 24. Another engine may not have the flag, or may mean something else by it. */
const KNOWN_V8 = /^1[1-3]\..*-node\.\d+$/;

/** Does nothing if the user set a flag about the same thing. */
export function setV8Flag(flag: string, subject: RegExp): void {
  const given = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  if (KNOWN_V8.test(process.versions.v8) && !subject.test(given)) setFlagsFromString(flag);
}
