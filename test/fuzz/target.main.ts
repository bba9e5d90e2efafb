// One target of `npm run fuzz`, in a process of its own: batch after batch until its time is over or something is found.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BATCH_INPUTS } from "./engine/limits.ts";
import { playTarget, type Finding } from "./engine/play.ts";
import { keepInput } from "./engine/seeds.ts";
import { readers, servers } from "./targets.ts";

const [name = "", seconds = "0", firstSeed = "0"] = process.argv.slice(2);
const target = [...readers, ...servers].find((candidate) => candidate.name === name);
if (target === undefined) throw new Error(`Target ${name} not found`);

const lastInput = join(mkdtempSync(join(tmpdir(), "parley-fuzz-")), "last-input.json");
const endMs = performance.now() + Number(seconds) * 1_000;
let inputs = 0;
const say = (text: string): void => void process.stdout.write(`${name}: ${text}\n`);
say(`begins with seed ${firstSeed}; its latest input is in ${lastInput}`);
const ticker = setInterval(() => say(`${inputs} inputs`), 10_000);

let finding: Finding | undefined;
for (let seed = Number(firstSeed); performance.now() < endMs && finding === undefined; seed += 1) {
  const onInput = (input: unknown): void => {
    inputs += 1;
    // Before it is played: what hangs or crashes has no chance to write it.
    writeFileSync(lastInput, JSON.stringify(input));
  };
  finding = await playTarget(target, { seed, count: BATCH_INPUTS, onInput });
}
clearInterval(ticker);
say(`${inputs} inputs, ${finding === undefined ? "no finding" : "one finding"}`);
if (finding !== undefined) {
  const { message, input, seed } = finding;
  say(`${message}\n  again with: npm run fuzz -- --only ${name} --seed ${seed ?? ""}`);
  if (input !== undefined) say(`the smallest input is kept in ${await keepInput(name, { found: message, input })}`);
  process.exitCode = 1;
}
