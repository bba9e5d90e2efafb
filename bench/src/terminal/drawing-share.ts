// The part of a profile of the chat that is drawing: making lines of what arrived, composing the screen, and writing it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Profile {
  /** Of the first sample: microseconds of the clock that `process.hrtime` reads in every process. */
  readonly startTime: number;
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly children?: readonly number[];
  readonly callFrame: { readonly functionName: string; readonly url: string };
}

/** `paint` and what it is given; other parts of the program have functions of these names too. */
const DRAWING = /^(?:take|compose) .*run-chat|^paint /;
const IDLE: ReadonlySet<string> = new Set(["(idle)", "(program)", "(root)"]);

/** Of the time between the two in which the process was busy, by the one profile in the folder. */
export function drawingShareOf(folder: string, fromUs: number, toUs: number): number {
  const [file] = readdirSync(folder);
  if (file === undefined) throw new Error(`No profile in ${folder}`);
  const { nodes, samples, timeDeltas, startTime } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Profile;
  const drawing = new Set<number>();
  const idle = new Set<number>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const mark = ({ id, children = [], callFrame: { functionName, url } }: ProfileNode, isInside: boolean): void => {
    const isDrawing = isInside || DRAWING.test(`${functionName} ${url}`);
    if (isDrawing) drawing.add(id);
    if (IDLE.has(functionName)) idle.add(id);
    for (const child of children) {
      const node = byId.get(child);
      if (node !== undefined) mark(node, isDrawing);
    }
  };
  const [root] = nodes;
  if (root !== undefined) mark(root, false);
  let [atUs, drawnUs, busyUs] = [startTime, 0, 0];
  for (const [index, id] of samples.entries()) {
    const tookUs = timeDeltas[index] ?? 0;
    atUs += tookUs;
    if (atUs < fromUs || atUs > toUs || idle.has(id)) continue;
    busyUs += tookUs;
    if (drawing.has(id)) drawnUs += tookUs;
  }
  if (drawnUs === 0) throw new Error("The profile has no function that draws: were they renamed?");
  return drawnUs / busyUs;
}
