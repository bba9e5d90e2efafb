// `parley trace export`: converts a trace for other tools. Secrets are redacted unless a flag says otherwise.
import {
  createConversation,
  redactTrace,
  toTraceHeader,
  toTraceLine,
  toViewerLine,
  type Frame,
  type TraceFrame,
  type TraceHeader,
  type TraceItem,
} from "@parley/observe";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printNotice } from "../../output/print.ts";
import type { traceExportUsage } from "../../usage/trace.ts";
import { openFile } from "./open-file.ts";
import { openSink, type LineSink } from "./output-file.ts";

export const run: Run<typeof traceExportUsage> = async ({ flags, positionals: [path = ""] }) => {
  using stop = listenForStop();
  const { format = "jsons", output } = flags;
  const isRedacted = !flags["with-secrets"];
  const recorded = openFile(path, { signal: stop.asked, isSilent: output !== undefined });
  const items = isRedacted ? redactTrace(recorded) : recorded;
  const write = WRITERS[format];
  const sink = await openSink(output, flags.force);
  const written = await write(items, sink, isRedacted);
  await sink.end();
  if (output !== undefined)
    printNotice(`Exported ${written} messages to ${output}${isRedacted ? ", with secrets redacted" : ""}`);
  return ExitCodes.endTurn;
};

/** Returns the number of messages written. */
type Write = (items: AsyncIterable<TraceItem>, sink: LineSink, isRedacted: boolean) => Promise<number>;

const WRITERS: Readonly<Record<"jsons" | "otlp" | "ndjson", Write>> = {
  jsons: writeJsons,
  otlp: writeOtlp,
  ndjson: writeNdjson,
};

async function writeJsons(items: AsyncIterable<TraceItem>, sink: LineSink): Promise<number> {
  const conversation = createConversation();
  let startMs: number | undefined;
  let written = 0;
  for await (const item of items) {
    if (sink.isGone) break;
    if (item.type === "header" && item.header.part === 1) conversation.restart();
    if (item.type !== "frame") continue;
    startMs ??= item.atMs;
    const line = toViewerLine(conversation.add(item), startMs);
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
    await sink.write(toTraceLine(item, { redact: false }));
  }
  return written;
}

/** Only spans need this library, so it is loaded on demand. */
async function writeOtlp(items: AsyncIterable<TraceItem>, sink: LineSink): Promise<number> {
  const { toOtlpJson } = await import("@parley/observe/otel");
  const iterator = items[Symbol.asyncIterator]();
  const first = await iterator.next();
  const header = first.done !== true && first.value.type === "header" ? first.value.header : undefined;
  let seq = 0;
  const frames = async function* (): AsyncGenerator<Frame> {
    for (let next = first; next.done !== true; next = await iterator.next()) {
      if (next.value.type !== "frame") continue;
      seq += 1;
      yield toFrame(next.value, seq);
    }
  };
  await sink.write(await toOtlpJson(frames(), { agentId: header?.agent }));
  return seq;
}

/** The frame as the relay saw it. */
function toFrame({ atMs, from, bytes, raw, text, isCut, message }: TraceFrame, seq: number): Frame {
  const direction = from === "client" ? "to_agent" : "to_client";
  const whole = raw ?? (isCut ? undefined : text);
  // Without times, at least the order is kept.
  return { seq, atMs: atMs ?? seq, direction, byteLength: bytes, text: whole, head: isCut ? text : undefined, message };
}
