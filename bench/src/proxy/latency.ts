// How long a line takes there and back, with every process on one core; otherwise waking up a core would be measured.
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { nodeWords, programs, proxyWords, quote, runScript, type ContenderName } from "./contenders.ts";

export interface Pings {
  readonly count: number;
  readonly warmUp: number;
}

const LINE_BYTES = 200;

/** `direct` has no process in between; `cat` has one for each direction. */
export async function measureRoundTrip(
  name: ContenderName | "direct",
  { count, warmUp }: Pings,
  parent: string,
): Promise<number> {
  const folder = await mkdtemp(join(parent, "pipes-"));
  try {
    const [there, back] = [quote(join(folder, "there")), quote(join(folder, "back"))];
    const ping = nodeWords(programs.ping, String(count), String(warmUp), String(LINE_BYTES));
    const script = `mkfifo ${there} ${back} && { ${middle(name)} < ${there} > ${back} & ${ping} 3>&1 > ${there} < ${back} && wait; }`;
    const { p50Us } = JSON.parse(await runScript(script, parent, { isPinned: true })) as { p50Us: number };
    return p50Us;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function middle(name: ContenderName | "direct"): string {
  const echo = nodeWords(programs.echo);
  if (name === "direct") return echo;
  return name === "cat" ? `{ cat | ${echo} | cat; }` : `${proxyWords(name)} ${echo}`;
}
