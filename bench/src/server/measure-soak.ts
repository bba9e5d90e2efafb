// Many minutes of steady load: does the server's memory level off?
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inTempFolder } from "../command-line.ts";
import { median } from "../statistics.ts";
import { writeManyFiles } from "./many-files.ts";
import { startParley } from "./parley-server.ts";
import { converse, SURFACES, toStream } from "./surfaces.ts";
import type { WatchedServer } from "./watched-server.ts";

const MINUTES = 14;
const HEAP_FROM = 2;
const RSS_FROM = 9;
const CONVERSATIONS = 12;
const TURNS_PER_SECOND = 8;
const UPDATES = 20;
/** Turns of a session; then another one takes its place, and it stays unused. */
const TURNS_PER_SESSION = 120;
/** Every nth turn writes a file. */
const WRITE_EVERY = 4;
const FILES = 500;
const LOOKS = 12;
const BYTES_PER_MB = 1e6;
const REPORT = new URL("./programs/report-heap.mjs", import.meta.url).href;

export interface SoakSample {
  readonly rssRatio: number;
  readonly heapRatio: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly turns: number;
}

interface Minute {
  readonly rssMb: number;
  readonly heapMb: number;
}

/** `minuteMs`: shorter ones show that everything runs. */
export function measureSoak(minuteMs: number, progress: (text: string) => void): Promise<SoakSample> {
  return inTempFolder(async (folder) => {
    const heapFile = join(folder, "heap.json");
    process.env["PARLEY_BENCH_HEAP"] = heapFile;
    await using server = await startParley(folder, ["--expose-gc", "--import", REPORT]);
    const cwd = join(folder, "project");
    await mkdir(cwd);
    await writeManyFiles(cwd, FILES);
    await using load = new Load(server, cwd);
    const minutes: Minute[] = [];
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      const rss: number[] = [];
      for (let look = 0; look < LOOKS; look += 1) {
        await sleep(minuteMs / LOOKS);
        rss.push(server.rssMb());
      }
      const one = { rssMb: median(rss), heapMb: await readHeap(server, heapFile) };
      progress(
        `soak, minute ${minute}: RSS ${one.rssMb.toFixed(0)} MB, heap ${one.heapMb.toFixed(1)} MB, ${load.turns} turns`,
      );
      minutes.push(one);
    }
    const at = (minute: number): Minute => minutes[minute - 1] ?? { rssMb: Number.NaN, heapMb: Number.NaN };
    return {
      rssRatio: at(MINUTES).rssMb / at(RSS_FROM).rssMb,
      heapRatio: at(MINUTES).heapMb / at(HEAP_FROM).heapMb,
      rssMb: at(MINUTES).rssMb,
      heapMb: at(MINUTES).heapMb,
      turns: load.turns,
    };
  });
}

/** Conversations that prompt in turn, at a pace that does not depend on how fast the server is. */
class Load implements AsyncDisposable {
  readonly #server: WatchedServer;
  readonly #cwd: string;
  readonly #stopped = new AbortController();
  readonly #working: Promise<unknown>;
  turns = 0;

  constructor(server: WatchedServer, cwd: string) {
    this.#server = server;
    this.#cwd = cwd;
    this.#working = Promise.all(Array.from({ length: CONVERSATIONS }, (_, index) => this.#work(index)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort();
    await this.#working;
  }

  async #work(index: number): Promise<void> {
    const pauseMs = (CONVERSATIONS / TURNS_PER_SECOND) * 1_000;
    const surface = SURFACES[index % SURFACES.length] ?? "POST /runs";
    while (!this.#stopped.signal.aborted) {
      using conversation = await converse(surface, this.#server.address, { agent: "script", cwd: this.#cwd });
      for (let turn = 1; turn <= TURNS_PER_SESSION && !this.#stopped.signal.aborted; turn += 1) {
        const next = sleep(pauseMs);
        const write = `write written-${index}.txt ${turn}`;
        await conversation.prompt(turn % WRITE_EVERY === 0 ? write : toStream(UPDATES));
        this.turns += 1;
        await next;
      }
    }
  }
}

/** What is left of the heap after a collection. */
async function readHeap(server: WatchedServer, file: string): Promise<number> {
  await rm(file, { force: true });
  server.signal("SIGUSR2");
  for (;;) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text !== undefined) return (JSON.parse(text) as { readonly heapUsed: number }).heapUsed / BYTES_PER_MB;
    await sleep(20);
  }
}
