// A session of the real server, followed by a client: each event received, decoded and applied to a transcript.
import { runEntry } from "../run-entry.ts";
import { withParley } from "../server/parley-server.ts";
import { converse, toStream } from "../server/surfaces.ts";
import { toMeasure } from "../statistics.ts";
import type { Suite } from "../suite.ts";

export interface RemoteSample {
  /** CPU of the client's process for one event, once its code is compiled. */
  readonly eventUs: number;
}

/** Events of one turn, and turns: the first ones are followed before the measurement. */
const EVENTS = 20_000;
const TURNS = 5;
const WARM_UP_TURNS = 2;
const CPU_US_MAX = 6;

export const remote: Suite = {
  name: "remote",
  async run({ rounds, quick, profileFolder, progress }) {
    const events = quick ? EVENTS / 10 : EVENTS;
    const nodeFlags = profileFolder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`];
    const samples = await withParley([], async ({ address: { host, port, headers } }, cwd) => {
      using conversation = await converse("/acp WebSocket", { host, port, headers }, { agent: "script", cwd });
      for (let turn = 0; turn < TURNS; turn += 1) await conversation.prompt(toStream(events));
      const place = { url: `http://${host}:${port}`, token: headers["Authorization"]?.replace("Bearer ", "") };
      const work = { ...place, sessionId: conversation.sessionId, warmUp: events * WARM_UP_TURNS, all: events * TURNS };
      const measured: RemoteSample[] = [];
      for (let round = 0; round < rounds; round += 1) {
        progress(`remote, ${work.all} events, round ${round + 1}`);
        measured.push(await runEntry<RemoteSample>("remote-cost", { args: [JSON.stringify(work)], nodeFlags }));
      }
      return measured;
    });
    const measure = toMeasure(samples.map(({ eventUs }) => eventUs));
    return {
      name: "remote",
      title: "An event of a followed session: received, decoded, applied to a transcript",
      columns: [{ title: "CPU µs", digits: 2 }],
      rows: [{ label: "Parley", cells: [measure] }],
      figures: [{ name: "an event", unit: "µs", digits: 2, measure, atMost: CPU_US_MAX }],
    };
  },
};
