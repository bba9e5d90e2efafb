// Describes a question in lines with everything that was checked, so that users approve nothing they do not see.
import { toLine } from "./commands.ts";
import { DESCRIBED_MAX } from "../limits.ts";
import type { ToolCallReading } from "./reading.ts";

export interface DescribedReading {
  /** The commands, quoted for a shell. */
  readonly commands: readonly string[];
  /** Files, folders, addresses, variables and so on, each with its role: `in /code/sub`. */
  readonly details: readonly string[];
}

export function describeReading(reading: ToolCallReading): DescribedReading {
  const { commands, remoteCommands, cwd, env, urls } = reading;
  const changed = new Set([...reading.writes, ...reading.deletes, ...reading.moves]);
  const named = new Set([...reading.locations.map(({ path }) => path), ...reading.paths]);
  const others = new Set(reading.mentions.flatMap(({ text, isWeak }) => (isWeak ? [] : text)));
  const details = [
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...Object.entries(env).map(([name, value]) => `with ${name}=${value}`),
    ...reading.writes.map((path) => `changes ${path}`),
    ...reading.deletes.map((path) => `deletes ${path}`),
    ...reading.moves.map((path) => `moves ${path}`),
    ...[...named].filter((path) => !changed.has(path)).map((path) => `file ${path}`),
    ...urls.map((url) => `address ${url}`),
    ...[...others]
      .filter((text) => !named.has(text) && !changed.has(text) && text !== cwd)
      .map((text) => `also ${text}`),
    ...[...reading.doubts, ...reading.leftovers].map((what) => `not understood: ${what}`),
  ];
  const hidden = details.length - DESCRIBED_MAX;
  const shown = hidden > 0 ? [...details.slice(0, DESCRIBED_MAX), `and ${hidden} more`] : details;
  return { commands: [...commands, ...remoteCommands].map(toLine), details: shown };
}
