// `parley trace export`: a trace for other tools. Secrets are taken out unless asked otherwise.
import {
  createConversation,
  toTraceHeader,
  toTraceLine,
  toViewerLine,
  parseTrace,
  type TraceFrame,
  type TraceHeader,
  type TraceItem,
} from "@parley/observe";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { say } from "../../output/print.ts";
import type { traceExportUsage } from "../../usage/trace.ts";
import { openFile } from "./open-file.ts";
import { openSink, type LineSink } from "./output-file.ts";

export const run: Run<typeof traceExportUsage> = async ({ flags, positionals: [path = ""] }) => {
  using stop = listenForStop();
  const { format = "jsons", output } = flags;
  const items = openFile(path, { signal: stop.asked, isSilent: output !== undefined });
  const isRedacted = !flags["with-secrets"];
  const write = WRITERS[format];
  const sink = await openSink(output, flags.force);
  const written = await write(items, sink, isRedacted);
  await sink.end();
  if (output !== undefined)
    say(`Exported ${written} messages to ${output}${isRedacted ? ", without what looks like a secret" : ""}`);
  return ExitCodes.endTurn;
};

/** How many messages were written. */
type Write = (items: AsyncIterable<TraceItem>, sink: LineSink, isRedacted: boolean) => Promise<number>;

const WRITERS: Readonly<Record<"jsons" | "otlp" | "ndjson", Write>> = {
  jsons: writeJsons,
  otlp: writeOtlp,
  ndjson: writeNdjson,
};

async function writeJsons(items: AsyncIterable<TraceItem>, sink: LineSink, isRedacted: boolean): Promise<number> {
  const conversation = createConversation();
  let startMs: number | undefined;
  let written = 0;
  for await (const item of items) {
    if (sink.isGone) break;
    if (item.type === "header" && item.header.part === 1) conversation.restart();
    if (item.type !== "frame") continue;
    startMs ??= item.atMs;
    const line = toViewerLine(conversation.add(isRedacted ? redacted(item) : item), startMs);
    if (line === undefined) continue;
    written += 1;
    await sink.write(line);
  }
  return written;
}

async function writeNdjson(items: AsyncIterable<TraceItem>, sink: LineSink, isRedacted: boolean): Promise<number> {
  let header: TraceHeader | undefined;
  let written = 0;
  for await (const item of items) {
    if (sink.isGone) break;
    if (item.type === "header") header ??= item.header;
    if (item.type !== "frame") continue;
    if (written === 0) {
      const fields = { startedAt: header?.startedAt ?? item.atMs, agent: header?.agent };
      await sink.write(toTraceHeader({ ...fields, redacted: isRedacted || header?.redacted === true }));
    }
    written += 1;
    await sink.write(toTraceLine(item, { redact: isRedacted }));
  }
  return written;
}

/** Spans are another folder's, and heavy: loaded when they are asked for. */
async function writeOtlp(): Promise<number> {
  throw new Error("not yet");
}

function redacted(frame: TraceFrame): TraceFrame {
  const [clean] = parseTrace(toTraceLine(frame, { redact: true }));
  return clean?.type === "frame" ? { ...clean, line: frame.line } : frame;
}
