// The extension in a real VS Code: its start, a chat, streamed chunks beside an ordinary extension, a killed host.
import { createTempFolder } from "@parley/test-support";
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Figure } from "../result.ts";
import { toMeasure, toRatio, type Measure } from "../statistics.ts";
import type { Suite } from "../suite.ts";
import { startParley } from "../server/parley-server.ts";
import { packRivals } from "../vscode/rival/pack.ts";
import { measureEditor, type EditorCounts, type EditorSample } from "../vscode/measure-editor.ts";

const COUNTS: EditorCounts = { chunks: 10_000, messages: 5_000 };
const COUNTS_QUICK: EditorCounts = { chunks: 1_000, messages: 500 };
const PACK = fileURLToPath(new URL("../../../scripts/package-vscode.mjs", import.meta.url));

const LOAD_MS_MAX = 25;
const ACTIVATE_MS_MAX = 15;
const EAGER_KB_MAX = 250;
const VSIX_MB_MAX = 4;
const PAINT_MS_MAX = 250;
const COMPOSER_MS_MAX = 900;
const SERVER_MS_MAX = 1_500;
const HOST_CHUNK_US_MAX = 25;
const SHARE_OF_COPYING_MAX = 0.2;
const TASK_MS_MAX = 50;
const OPEN_MS_MAX = 500;
const REATTACH_MS_MAX = 4_000;

type NumberField = Exclude<keyof EditorSample, "plain" | "gathering">;

export const vscode: Suite = {
  name: "vscode",
  // It needs an editor of 800 MB.
  isLong: true,
  async run({ rounds, quick, progress }) {
    const counts = quick ? COUNTS_QUICK : COUNTS;
    await using folder = await createTempFolder();
    const vsix = folder.file("parley.vsix");
    execFileSync(process.execPath, [PACK, vsix], { stdio: "ignore" });
    const rivals = folder.file("rivals.vsix");
    await packRivals(rivals);
    await using rivalServer = await startParley(folder.file("rivals"));
    const samples: EditorSample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`VS Code in Chromium, round ${round + 1}`);
      samples.push(await measureEditor({ vsix, rivals, rivalServer: rivalServer.address }, counts));
    }
    const measure = (read: (sample: EditorSample) => number): Measure => toMeasure(samples.map(read));
    const of = (field: NumberField): Measure => measure((sample) => sample[field]);
    const plain = measure((sample) => sample.plain.chunkUs);
    const gathering = measure((sample) => sample.gathering.chunkUs);
    const ours = of("chunkUs");
    const vsixMb = toMeasure([statSync(vsix).size / 1e6]);
    return {
      name: "vscode",
      title: `The extension in VS Code: ${counts.chunks} streamed chunks, a session of ${counts.messages} messages`,
      columns: [
        { title: "CPU µs per chunk, host and window", digits: 1 },
        { title: "of it, host", digits: 1 },
      ],
      rows: [
        { label: "Parley", cells: [ours, of("hostChunkUs")] },
        {
          label: "the SDK, a message per chunk, a reducer that copies its state",
          cells: [plain, measure((sample) => sample.plain.hostChunkUs)],
        },
        {
          label: "the same, given to React once per frame",
          cells: [gathering, measure((sample) => sample.gathering.hostChunkUs)],
        },
      ],
      figures: [
        figure("loading, CPU of the host's thread", "ms", of("loadMs"), LOAD_MS_MAX, 1),
        figure("activating, CPU of the host's thread", "ms", of("activateMs"), ACTIVATE_MS_MAX, 1),
        figure("scripts loaded by then", "kB", of("eagerKb"), EAGER_KB_MAX, 0),
        figure("the .vsix", "MB", vsixMb, VSIX_MB_MAX, 2),
        figure("first paint of the view, once resolved", "ms", of("paintMs"), PAINT_MS_MAX, 0),
        figure("from the click to the input", "ms", of("composerMs"), COMPOSER_MS_MAX, 0),
        figure("from the click to a server, none running", "ms", of("serverMs"), SERVER_MS_MAX, 0),
        figure("a chunk, CPU of the host's thread", "µs", of("hostChunkUs"), HOST_CHUNK_US_MAX, 1),
        figure(
          "a chunk / that of the copying reducer",
          "×",
          toRatio(ours.samples, plain.samples),
          SHARE_OF_COPYING_MAX,
          3,
        ),
        figure("longest task while chunks arrive", "ms", of("longestTaskMs"), TASK_MS_MAX, 0),
        figure("opening the long session", "ms", of("openMs"), OPEN_MS_MAX, 0),
        figure("the chat again, after its host was killed", "ms", of("reattachMs"), REATTACH_MS_MAX, 0),
      ],
    };
  },
};

function figure(name: string, unit: string, measure: Measure, atMost: number, digits: number): Figure {
  return { name, unit, digits, measure, atMost };
}
