import { describe, expect, it } from "vitest";
import { toMeasure } from "../statistics.ts";
import { formatReport, type Report } from "./report.ts";

const report: Report = {
  machine: {
    cpu: "Abacus 1",
    cores: 2,
    memoryGb: 4,
    node: "20.20.2",
    platform: "linux x64",
    date: "2026-01-02",
  },
  rounds: 3,
  suites: [
    {
      name: "updates",
      title: "Streamed updates",
      columns: [
        { title: "CPU µs", digits: 2 },
        { title: "RSS MB", digits: 0 },
      ],
      rows: [
        { label: "ours", cells: [toMeasure([3, 1, 2]), undefined] },
        { label: "SDK", cells: [toMeasure([20]), toMeasure([115.4])] },
      ],
      figures: [
        { name: "ours / SDK", unit: "×", digits: 3, measure: toMeasure([0.1, 0.2, 0.3]), atMost: 0.25 },
        { name: "ours / coalesced", unit: "×", digits: 2, measure: toMeasure([1.7]), atMost: 1.6 },
        { name: "ours / plain", unit: "×", digits: 2, measure: toMeasure([0.5]) },
        { name: "ours / cat", unit: "×", digits: 2, measure: toMeasure([0.5]), atLeast: 0.4 },
        { name: "theirs / cat", unit: "×", digits: 2, measure: toMeasure([0.3]), atLeast: 0.4 },
      ],
    },
  ],
};

describe("formatReport", () => {
  it("shows medians, targets and whether they are reached", () => {
    const text = formatReport(report, "text");
    expect(text).toContain("Abacus 1, 2 cores, 4 GB, linux x64, Node 20.20.2, 2026-01-02; medians of 3 rounds");
    expect(text).toMatch(/^ours\s+2\.00\s+–$/m);
    expect(text).toMatch(/^SDK\s+20\.00\s+115$/m);
    expect(text).toMatch(/^updates: ours \/ SDK\s+0\.200 ×\s+0\.100–0\.300\s+≤ 0\.250 ×\s+yes$/m);
    expect(text).toMatch(/^updates: ours \/ coalesced\s+1\.70 ×\s+1\.70–1\.70\s+≤ 1\.60 ×\s+NO$/m);
    expect(text).toMatch(/^updates: ours \/ plain\s+0\.50 ×\s+0\.50–0\.50\s+–\s+–$/m);
    expect(text).toMatch(/^updates: ours \/ cat\s+0\.50 ×\s+0\.50–0\.50\s+≥ 0\.40 ×\s+yes$/m);
    expect(text).toMatch(/^updates: theirs \/ cat\s+0\.30 ×\s+0\.30–0\.30\s+≥ 0\.40 ×\s+NO$/m);
  });

  it("can be pasted into a document", () => {
    const markdown = formatReport(report, "markdown");
    expect(markdown).toContain("Measured on: Abacus 1, 2 cores");
    expect(markdown).toMatch(/^\| updates: ours \/ SDK +\| 0\.200 × \| 0\.100–0\.300 \| ≤ 0\.250 × \| +yes \|$/m);
    expect(markdown).toContain("### Streamed updates");
  });

  it("gives a program every sample and every verdict", () => {
    const json: unknown = JSON.parse(formatReport(report, "json"));
    expect(json).toMatchObject({
      machine: { cpu: "Abacus 1" },
      suites: [
        {
          rows: [{ cells: [{ samples: [3, 1, 2] }, null] }, { label: "SDK" }],
          figures: [
            { reached: true },
            { reached: false },
            { name: "ours / plain" },
            { reached: true },
            { reached: false },
          ],
        },
      ],
    });
    expect(json).not.toHaveProperty("suites.0.figures.2.reached");
  });
});
