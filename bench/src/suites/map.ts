// The map of a folder in Chromium: its first picture, a frame while heat changes, and its memory over a long session.
import { CHROMIUM } from "@parley/test-support/browser";
import { measureMap, type MapSample } from "../map/measure-map.ts";
import { toMeasure } from "../statistics.ts";
import type { Suite } from "../suite.ts";

const FILES = 20_000;
const HOURS = 8;
const LAYOUT_MS_MAX = 1_000;
const FRAME_MS_MAX = 12;
const HEAP_RATIO_MAX = 1.2;

export const map: Suite = {
  name: "map",
  isLong: true,
  async run({ rounds, quick, progress }) {
    if (CHROMIUM === undefined) throw new Error("The map is measured in Chromium: set CHROME_PATH or install chromium");
    const samples: MapSample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`map, ${FILES} files, ${HOURS} hours, round ${round + 1}`);
      samples.push(await measureMap({ files: quick ? FILES / 10 : FILES, hours: quick ? 1 : HOURS }));
    }
    const layout = toMeasure(samples.map(({ layoutMs }) => layoutMs));
    const frame = toMeasure(samples.map(({ frameMs }) => frameMs));
    const heap = toMeasure(samples.map(({ heapRatio }) => heapRatio));
    return {
      name: "map",
      title: `The map with ${FILES} files in Chromium, and ${HOURS} hours of a busy session in fast forward`,
      columns: [
        { title: "first layout, ms", digits: 0 },
        { title: "CPU per frame, ms", digits: 2 },
        { title: "heap, end to first half hour", digits: 2 },
      ],
      rows: [{ label: "Parley", cells: [layout, frame, heap] }],
      figures: [
        { name: "the first layout", unit: "ms", digits: 0, measure: layout, atMost: LAYOUT_MS_MAX },
        { name: "main-thread CPU of a frame", unit: "ms", digits: 2, measure: frame, atMost: FRAME_MS_MAX },
        { name: "live heap, end by first half hour", unit: "×", digits: 2, measure: heap, atMost: HEAP_RATIO_MAX },
      ],
    };
  },
};
