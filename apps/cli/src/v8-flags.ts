// Sets V8 flags at runtime, only in Node versions for which they were measured.
import { setFlagsFromString } from "node:v8";

/** Node 20 to 24 without another engine, which may lack the flag or give it another meaning. */
const KNOWN_V8 = /^1[1-3]\..*-node\.\d+$/;

/** Of Node 20 and 21. */
export const V8_OF_NODE_20 = /^11\..*-node\.\d+$/;

/** Does nothing if the user has set a related flag. V8 reports a flag that it does not have on stderr. */
export function setV8Flag(flag: string, subject: RegExp, known: RegExp = KNOWN_V8): void {
  const given = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  if (known.test(process.versions.v8) && !subject.test(given)) setFlagsFromString(flag);
}
