// Spellings that Windows resolves to a different file than the text says.
import type { PathFacts } from "../facts.ts";
import { hasDriveLetter, isWithin, startsWithDrive } from "../path-text.ts";

const DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:[.:]|$)/i;
const SHORT_NAME = /~\d/;
const SLASHES = /[\\/]+/;

/** The problem, to be appended to the name of the file; undefined if there is none. */
export function findOddity({ requested, real, roots, platform }: PathFacts): string | undefined {
  if (platform.style !== "windows") return undefined;
  const isNetwork = /^[\\/]{2}/.test(requested);
  if (isNetwork && !roots.some((root) => isWithin(root, requested, platform))) {
    return "is a network or device path";
  }
  if (hasDriveLetter(requested) && !startsWithDrive(requested)) return "depends on the current folder of a drive";
  if (/^[\\/](?![\\/])/.test(requested)) return "depends on the current drive";
  return findOddName(requested) ?? findOddName(real);
}

function findOddName(path: string): string | undefined {
  const names = (hasDriveLetter(path) ? path.slice(2) : path).split(SLASHES);
  for (const name of names) {
    if (name === "" || name === "." || name === "..") continue;
    if (name.includes(":")) return "names an alternate data stream";
    if (name.endsWith(".") || name.endsWith(" ")) return "starts or ends with a dot or a space that Windows drops";
    if (DEVICE_NAME.test(name.trim())) return "is the name of a device on Windows";
    if (SHORT_NAME.test(name)) return "may be the short name of another file";
  }
  return undefined;
}
