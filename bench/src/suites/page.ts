// The server's page in Chromium: streamed chunks beside a reducer that copies its state, a long session, scrolling.
import { createSessions, measurePage, type PageCounts, type PageSample } from "../page/measure-page.ts";
import type { Figure } from "../result.ts";
import { withParley } from "../server/parley-server.ts";
import { toMeasure, toRatio, type Measure } from "../statistics.ts";
import type { Suite } from "../suite.ts";

const COUNTS: PageCounts = { chunks: 10_000, events: 20_000, messages: 5_000 };
const COUNTS_QUICK: PageCounts = { chunks: 1_000, events: 2_000, messages: 500 };

const EVENT_US_MAX = 12;
const SHARE_OF_COPYING_MAX = 0.2;
const TASK_MS_MAX = 50;
const OPEN_MS_MAX = 500;
const FRAME_MS_MAX = 12;
const LOAD_KB_MAX = 200;

export const page: Suite = {
  name: "page",
  async run({ rounds, quick, progress }) {
    const counts = quick ? COUNTS_QUICK : COUNTS;
    const samples = await withParley([], async (server, cwd) => {
      const sessions = await createSessions(server, cwd, counts);
      const measured: PageSample[] = [];
      for (let round = 0; round < rounds; round += 1) {
        progress(`page in Chromium, round ${round + 1}`);
        measured.push(await measurePage(server, cwd, sessions, counts));
      }
      return measured;
    });
    const of = (field: keyof PageSample): Measure => toMeasure(samples.map((sample) => sample[field]));
    const share = toRatio(of("chunkUs").samples, of("copyingChunkUs").samples);
    return {
      name: "page",
      title: `The page in Chromium: ${counts.chunks} streamed chunks, a session of ${counts.messages} messages`,
      columns: [{ title: "CPU µs per chunk, with drawing", digits: 1 }],
      rows: [
        { label: "Parley", cells: [of("chunkUs")] },
        { label: "a reducer that copies its state", cells: [of("copyingChunkUs")] },
      ],
      figures: [
        figure("an event through remote and chat-model", "µs", of("eventUs"), EVENT_US_MAX, 2),
        figure("a chunk / that of the reducer", "×", share, SHARE_OF_COPYING_MAX, 3),
        figure("longest task while chunks arrive", "ms", of("longestTaskMs"), TASK_MS_MAX, 0),
        figure("opening the long session", "ms", of("openMs"), OPEN_MS_MAX, 0),
        { name: "opening it, CPU", unit: "ms", digits: 0, measure: of("openCpuMs") },
        figure("a frame while scrolling in it", "ms", of("scrollFrameMs"), FRAME_MS_MAX, 1),
        figure("scripts before the first message", "kB", of("loadKb"), LOAD_KB_MAX, 0),
      ],
    };
  },
};

function figure(name: string, unit: string, measure: Measure, atMost: number, digits: number): Figure {
  return { name, unit, digits, measure, atMost };
}
