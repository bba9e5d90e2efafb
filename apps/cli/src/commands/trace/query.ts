// `parley trace query`: prints the matching frames as rows or as a trace.
import { toShownJson } from "@parley/base";
import { queryTrace, toRow, type PlacedFrame } from "@parley/observe";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { columnsOf, paletteOf } from "../../output/palette.ts";
import { createPipeWriter } from "../../output/pipe-writer.ts";
import { encodeLine } from "../../terminal/encode-line.ts";
import { line, span } from "../../terminal/line.ts";
import type { traceQueryUsage } from "../../usage/trace.ts";
import { drawRow } from "./draw-row.ts";
import { nameOf, openFile } from "./open-file.ts";

export const run: Run<typeof traceQueryUsage> = async (
  { flags, positionals: [query = "", ...paths] },
  { settings },
) => {
  using stop = listenForStop();
  const out = createPipeWriter(process.stdout);
  const palette = paletteOf(process.stdout, settings.color);
  const columns = process.stdout.isTTY ? columnsOf(process.stdout) : undefined;
  const most = flags.limit ?? Number.POSITIVE_INFINITY;
  let found = 0;
  for (const path of paths) {
    let startMs: number | undefined;
    if (paths.length > 1 && !flags.json && !flags.count)
      out.write(`${encodeLine(line(span(nameOf(path), "heading")), palette)}\n`);
    for await (const placed of queryTrace(openFile(path, { signal: stop.asked, isSilent: flags.count }), query)) {
      if (found >= most || out.gone.aborted || stop.asked.aborted) break;
      found += 1;
      startMs ??= placed.frame.atMs;
      if (flags.json) out.write(`${toJson(placed)}\n`);
      else if (!flags.count) out.write(`${encodeLine(drawRow(toRow(placed, startMs), columns), palette)}\n`);
    }
  }
  if (flags.count) out.write(`${found}\n`);
  await out.end();
  return ExitCodes.endTurn;
};

/** The frame's text is embedded unchanged, so that numbers keep their spelling. */
function toJson({ frame, kind, method, sessionId, tookMs }: PlacedFrame): string {
  const { line: number, atMs, from, raw, text, isCut, bytes } = frame;
  const facts = JSON.stringify({ line: number, at: atMs, from, kind, method, session: sessionId, tookMs, bytes }).slice(
    1,
    -1,
  );
  const message = raw === undefined ? `"${isCut ? "head" : "text"}":${JSON.stringify(text)}` : `"frame":${raw}`;
  return toShownJson(`{${facts},${message}}`);
}
