// `parley trace show`: prints the timeline of a trace while it is being read.
import { toShownJson } from "@parley/base";
import { createTimeline, queryTrace, toRow, type PlacedFrame, type TimelineRow, type TraceItem } from "@parley/observe";
import { listenForStop } from "../../client/stop-signals.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { columnsOf, paletteOf } from "../../output/palette.ts";
import { createPipeWriter, type Output } from "../../output/pipe-writer.ts";
import { encodeLine } from "../../terminal/encode-line.ts";
import { line, span } from "../../terminal/line.ts";
import type { traceShowUsage } from "../../usage/trace.ts";
import { drawRow } from "./draw-row.ts";
import { nameOf, openFile } from "./open-file.ts";

export const run: Run<typeof traceShowUsage> = async ({ flags, positionals }, context) => {
  using stop = listenForStop();
  const out = createPipeWriter(process.stdout);
  const show = createShow(out, flags, context);
  for (const path of positionals) {
    if (positionals.length > 1 && !flags.json) show.title(nameOf(path));
    const items = openFile(path, { signal: stop.asked });
    for await (const shown of toShown(items, flags.where)) {
      // The reader has closed the pipe, for example by quitting a pager.
      if (out.gone.aborted || stop.asked.aborted) break;
      show.row(shown);
    }
  }
  await out.end();
  return stop.asked.aborted ? ExitCodes.cancelled : ExitCodes.endTurn;
};

interface Shown {
  readonly row: TimelineRow;
  readonly raw: string | undefined;
}

async function* toShown(items: AsyncIterable<TraceItem>, where: string | undefined): AsyncGenerator<Shown> {
  if (where === undefined) {
    const timeline = createTimeline();
    for await (const item of items)
      yield { row: timeline.row(item), raw: item.type === "frame" ? rawOf(item) : undefined };
    return;
  }
  let startMs: number | undefined;
  const seen = (async function* () {
    for await (const item of items) {
      if (item.type === "frame") startMs ??= item.atMs;
      yield item;
    }
  })();
  for await (const placed of queryTrace(seen, where)) yield { row: toRow(placed, startMs), raw: rawOf(placed.frame) };
}

function rawOf({ raw, text }: PlacedFrame["frame"]): string | undefined {
  return raw ?? text;
}

interface Show {
  title(name: string): void;
  row(shown: Shown): void;
}

function createShow(
  out: Output,
  flags: { readonly json: boolean; readonly full: boolean },
  context: CommandContext,
): Show {
  const palette = paletteOf(process.stdout, context.settings.color);
  // Output that is piped to another program is not truncated.
  const columns = process.stdout.isTTY ? columnsOf(process.stdout) : undefined;
  return {
    title: (name) => out.write(`${encodeLine(line(span(name, "heading")), palette)}\n`),
    row({ row, raw }) {
      if (flags.json) out.write(`${toShownJson(JSON.stringify(row))}\n`);
      else out.write(`${encodeLine(drawRow(row, columns), palette)}\n`);
      if (flags.full && !flags.json && raw !== undefined)
        out.write(`${encodeLine(line(span(`        ${raw}`, "dim")), palette)}\n`);
    },
  };
}
