// Deciding with 200 rules, and reading a command line before that.
import { runEntry } from "../run-entry.ts";
import { toMeasure } from "../statistics.ts";
import type { Suite } from "../suite.ts";

export interface PolicySample {
  /** Reading a tool call whose input has 1 MB. */
  readonly inputMs: number;
  readonly pathUs: number;
  readonly commandUs: number;
  /** One that is in the list of those that only look. */
  readonly lookingUs: number;
  /** With a rule that denies another one. */
  readonly strictUs: number;
  /** A line taken apart, without a look at the disk. */
  readonly parseUs: number;
  /** With where its words lead, and what is to be known of a repository. */
  readonly factsUs: number;
  /** Taking secrets out of a log, per second of CPU. */
  readonly redactMbPerS: number;
  /** The first command line, with all that V8 compiles for it in other threads. */
  readonly loadMs: number;
  /** Until its answer was there. */
  readonly loadWallMs: number;
}

export const policy: Suite = {
  name: "policy",
  async run({ rounds, progress }) {
    const samples: PolicySample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`policy, round ${round + 1}`);
      samples.push(await runEntry<PolicySample>("policy-cost"));
    }
    const measure = (field: keyof PolicySample) => toMeasure(samples.map((sample) => sample[field]));
    const [path, command, parse] = [measure("pathUs"), measure("commandUs"), measure("parseUs")];
    const [facts, input] = [measure("factsUs"), measure("inputMs")];
    const [looking, strict] = [measure("lookingUs"), measure("strictUs")];
    const [load, loadWall, redact] = [measure("loadMs"), measure("loadWallMs"), measure("redactMbPerS")];
    return {
      name: "policy",
      title: "Deciding with 200 rules, CPU",
      columns: [
        { title: "a path, µs", digits: 2 },
        { title: "a command, µs", digits: 2 },
        { title: "one that only looks, µs", digits: 2 },
        { title: "one with a deny rule, µs", digits: 2 },
        { title: "parsing a line, µs", digits: 1 },
        { title: "its facts, µs", digits: 0 },
        { title: "an input of 1 MB, ms", digits: 1 },
        { title: "taking secrets out, MB/s", digits: 0 },
        { title: "the first line, ms", digits: 0 },
        { title: "the first line, wall ms", digits: 0 },
      ],
      rows: [{ label: "Parley", cells: [path, command, looking, strict, parse, facts, input, redact, load, loadWall] }],
      figures: [
        { name: "a path", unit: "µs", digits: 2, measure: path, atMost: 5 },
        { name: "a command", unit: "µs", digits: 2, measure: command, atMost: 20 },
        { name: "a command that only looks", unit: "µs", digits: 2, measure: looking, atMost: 25 },
        { name: "a command with a deny rule", unit: "µs", digits: 2, measure: strict, atMost: 25 },
        { name: "an input of 1 MB", unit: "ms", digits: 1, measure: input, atMost: 20 },
        { name: "parsing a line", unit: "µs", digits: 1, measure: parse, atMost: 80 },
      ],
    };
  },
};
