// The chat in a terminal: how soon a key shows, what streamed chunks cost, and how long a long session takes to resume.
import type { Figure } from "../result.ts";
import { importMessages } from "../server/import-messages.ts";
import { withParley } from "../server/parley-server.ts";
import { toMeasure, type Measure } from "../statistics.ts";
import type { Suite } from "../suite.ts";
import { measureTerminal, type TerminalCounts, type TerminalSample } from "../terminal/measure-terminal.ts";

const COUNTS: TerminalCounts = { keys: 400, chunks: 10_000, messages: 5_000 };
const COUNTS_QUICK: TerminalCounts = { keys: 40, chunks: 1_000, messages: 500 };

const ECHO_P99_MS_MAX = 10;
const DRAWING_SHARE_MAX = 10;
const RESUME_CPU_MS_MAX = 300;

export const terminal: Suite = {
  name: "terminal",
  async run({ rounds, quick, progress }) {
    const counts = quick ? COUNTS_QUICK : COUNTS;
    const samples = await withParley([], async (server, folder) => {
      const sessionId = await importMessages(server, counts.messages);
      const measured: TerminalSample[] = [];
      for (let round = 0; round < rounds; round += 1) {
        progress(`chat in a terminal, round ${round + 1}`);
        measured.push(await measureTerminal(server, folder, sessionId, counts));
      }
      return measured;
    });
    const of = (value: (sample: TerminalSample) => number): Measure => toMeasure(samples.map(value));
    const chunkUs = of(({ streamCpuMs }) => (streamCpuMs * 1_000) / counts.chunks);
    return {
      name: "terminal",
      title: `The chat in a terminal: ${counts.keys} keys, ${counts.chunks} streamed chunks, a session of ${counts.messages} messages`,
      columns: [{ title: "CPU µs per chunk, with drawing", digits: 1 }],
      rows: [{ label: "Parley", cells: [chunkUs] }],
      figures: [
        { name: "a key until it shows, p50", unit: "ms", digits: 1, measure: of(({ echoMs }) => echoMs) },
        figure(
          "a key until it shows, p99",
          "ms",
          of(({ echoP99Ms }) => echoP99Ms),
          ECHO_P99_MS_MAX,
          1,
        ),
        { name: "a key, CPU", unit: "ms", digits: 2, measure: of(({ keyCpuMs }) => keyCpuMs) },
        figure(
          "drawing while the chunks arrive",
          "% of one core",
          of(({ drawingCpuMs, drawnMs }) => (100 * drawingCpuMs) / drawnMs),
          DRAWING_SHARE_MAX,
          1,
        ),
        {
          name: "receiving and drawing, while someone types",
          unit: "% of one core",
          digits: 0,
          measure: of(({ streamCpuMs, streamMs }) => (100 * streamCpuMs) / streamMs),
        },
        figure(
          "keys lost while the chunks arrive",
          "",
          of(({ lostKeys }) => lostKeys),
          0,
          0,
        ),
        figure(
          "resuming the long session, CPU beyond that of a new one",
          "ms",
          of(({ resumeCpuMs, startCpuMs }) => resumeCpuMs - startCpuMs),
          RESUME_CPU_MS_MAX,
          0,
        ),
        {
          name: "resuming it, CPU of the whole process",
          unit: "ms",
          digits: 0,
          measure: of(({ resumeCpuMs }) => resumeCpuMs),
        },
        { name: "resuming it, from the command", unit: "ms", digits: 0, measure: of(({ resumeMs }) => resumeMs) },
      ],
    };
  },
};

function figure(name: string, unit: string, measure: Measure, atMost: number, digits: number): Figure {
  return { name, unit, digits, measure, atMost };
}
