// The server's page in Chromium: streamed chunks beside a reducer that copies its state, a long session, scrolling.
import { createList, measureList, type ListSample } from "../page/measure-list.ts";
import { createSessions, measurePage, type PageCounts, type PageSample } from "../page/measure-page.ts";
import { MeasuredPage } from "../page/measured-page.ts";
import type { Figure } from "../result.ts";
import { withParley } from "../server/parley-server.ts";
import { toMeasure, toRatio, type Measure } from "../statistics.ts";
import type { Suite } from "../suite.ts";

const COUNTS: PageCounts = { chunks: 10_000, events: 20_000, messages: 5_000 };
const COUNTS_QUICK: PageCounts = { chunks: 1_000, events: 2_000, messages: 500 };

const LISTED = 2_000;
const LISTED_QUICK = 100;

const EVENT_US_MAX = 12;
const SHARE_OF_COPYING_MAX = 0.2;
const TASK_MS_MAX = 50;
const OPEN_MS_MAX = 500;
const FRAME_MS_MAX = 12;
const LOAD_KB_MAX = 200;
const INTERACTIVE_MS_MAX = 500;

export const page: Suite = {
  name: "page",
  async run({ rounds, quick, progress }) {
    const counts = quick ? COUNTS_QUICK : COUNTS;
    const listed = quick ? LISTED_QUICK : LISTED;
    const lists = await measureLists(rounds, listed, progress);
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
    const ofList = (field: keyof ListSample): Measure => toMeasure(lists.map((sample) => sample[field]));
    const share = toRatio(of("chunkUs").samples, of("copyingChunkUs").samples);
    return {
      name: "page",
      title: `The page in Chromium: ${counts.chunks} streamed chunks, a session of ${counts.messages} messages, ${listed} sessions`,
      columns: [{ title: "CPU µs per chunk, with drawing", digits: 1 }],
      rows: [
        { label: "Parley", cells: [of("chunkUs")] },
        { label: "a reducer that copies its state", cells: [of("copyingChunkUs")] },
      ],
      figures: [
        figure("an event through remote and chat-model", "µs", of("eventUs"), EVENT_US_MAX, 2),
        figure("a chunk / that of the reducer", "×", share, SHARE_OF_COPYING_MAX, 3),
        figure("longest task while chunks arrive", "ms", of("longestTaskMs"), TASK_MS_MAX, 0),
        figure("longest task while chunks arrive, CPU", "ms", of("longestTaskCpuMs"), TASK_MS_MAX, 0),
        figure("opening the long session", "ms", of("openMs"), OPEN_MS_MAX, 0),
        { name: "opening it, CPU", unit: "ms", digits: 0, measure: of("openCpuMs") },
        figure("a frame while scrolling in it", "ms", of("scrollFrameMs"), FRAME_MS_MAX, 1),
        figure("scripts before the first message", "kB", of("loadKb"), LOAD_KB_MAX, 0),
        figure("until it can be used, warm server", "ms", ofList("interactiveMs"), INTERACTIVE_MS_MAX, 0),
        figure("until the list of sessions is there", "ms", ofList("listMs"), OPEN_MS_MAX, 0),
        figure("a frame while scrolling the list", "ms", ofList("listFrameMs"), FRAME_MS_MAX, 1),
      ],
    };
  },
};

/** A server of their own, so that the other figures are of a list with few sessions. */
function measureLists(
  rounds: number,
  listed: number,
  progress: (text: string) => void,
): Promise<readonly ListSample[]> {
  return withParley([], async (server) => {
    await createList(server, listed);
    const measured: ListSample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`${listed} sessions in the list, round ${round + 1}`);
      await using opened = await MeasuredPage.open(server.address);
      measured.push(await measureList(opened));
    }
    return measured;
  });
}

function figure(name: string, unit: string, measure: Measure, atMost: number, digits: number): Figure {
  return { name, unit, digits, measure, atMost };
}
