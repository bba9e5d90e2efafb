// What a turn costs the server besides its events: in an empty folder, in a large one, and many at once in one folder.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeManyFiles } from "./many-files.ts";
import { withParley } from "./parley-server.ts";
import { converse, type Conversation } from "./surfaces.ts";
import type { WatchedServer } from "./watched-server.ts";

const WARM_UPS = 20;
const US_PER_MS = 1_000;
const LOOK_MS = 10;

export interface TurnSample {
  /** CPU of the server for a turn that changes nothing. */
  readonly idleMs: number;
  /** CPU of the server for a turn that writes a file. */
  readonly writingMs: number;
}

interface TurnCrowd {
  readonly files: number;
  readonly atOnce: number;
}

export interface TurnCrowdSample {
  /** Of those that were begun, from 0 to 1. */
  readonly finished: number;
  readonly descriptors: number;
  readonly rssMb: number;
}

export function measureTurns(files: number, turns: number, flags: readonly string[]): Promise<TurnSample> {
  return withParley(flags, async (server, folder) => {
    const cwd = await makeWork(folder, files);
    using conversation = await converse("POST /runs", server.address, { agent: "script", cwd });
    const measure = async (toPrompt: (turn: number) => string): Promise<number> => {
      for (let turn = 0; turn < WARM_UPS; turn += 1) await conversation.prompt(toPrompt(turn));
      await server.idle();
      const before = server.cpuUs();
      for (let turn = 0; turn < turns; turn += 1) await conversation.prompt(toPrompt(turn));
      return (server.cpuUs() - before) / turns / US_PER_MS;
    };
    return {
      idleMs: await measure(() => "say hello"),
      writingMs: await measure((turn) => `write written.txt ${turn}-${process.hrtime.bigint()}`),
    };
  });
}

/** As many sessions, all of them prompted at once, in one folder. */
export function measureTurnCrowd({ files, atOnce }: TurnCrowd): Promise<TurnCrowdSample> {
  return withParley([], async (server, folder) => {
    const cwd = await makeWork(folder, files);
    const conversations: Conversation[] = [];
    for (let index = 0; index < atOnce; index += 1) {
      conversations.push(await converse("POST /runs", server.address, { agent: "script", cwd }));
    }
    const ending = new AbortController();
    const looking = watchDescriptors(server, ending.signal);
    const results = await Promise.allSettled(
      conversations.map((conversation, index) => conversation.prompt(`write written-${index}.txt x`, "run.completed")),
    );
    ending.abort();
    const finished = results.filter((one) => one.status === "fulfilled" && one.value.marked !== undefined).length;
    for (const conversation of conversations) conversation[Symbol.dispose]();
    return { finished: finished / atOnce, descriptors: await looking, rssMb: server.rssPeakMb() };
  });
}

async function makeWork(folder: string, files: number): Promise<string> {
  const cwd = join(folder, "project");
  await mkdir(cwd);
  await writeManyFiles(cwd, files);
  return cwd;
}

/** The most that were open at a time. */
async function watchDescriptors(server: WatchedServer, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    most = Math.max(most, server.descriptors());
    await sleep(LOOK_MS);
  }
  return most;
}
