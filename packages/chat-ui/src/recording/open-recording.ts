// Opens a file as a recording: a trace, or the log of an exported session. It is read here and goes nowhere.
import { parseSessionEventLine } from "@parley/acp";
import { formatBytes, isObject, parseJson, revealLine } from "@parley/base";
import { LineSplitter, readTrace, redactTrace, type TraceItem } from "@parley/observe";
import { FRAMES_MAX, RECORDING_BYTES_MAX, RECORDING_LINE_CHARS_MAX } from "../watch-limits.ts";
import { EventReader } from "./event-reader.ts";
import { Recording } from "./recording.ts";
import { TraceReader } from "./trace-reader.ts";

export interface OpenedRecording {
  readonly name: string;
  readonly kind: "trace" | "session";
  readonly recording: Recording;
  /** The messages of a trace, without secrets; those of a long one at its end. */
  readonly items: readonly TraceItem[];
  /** Lines that could not be read. */
  readonly unread: number;
}

/** A file, or anything like one. */
export interface RecordingFile {
  readonly name: string;
  readonly size: number;
  stream(): AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
}

/** How much of a file is looked at to see what it is. */
const HEAD_CHARS = 64 * 1_024;

/** Rejects with an error for the person. */
export async function openRecording(file: RecordingFile): Promise<OpenedRecording> {
  if (file.size > RECORDING_BYTES_MAX) {
    const limit = formatBytes(RECORDING_BYTES_MAX);
    throw new Error(`${nameOf(file)} has ${formatBytes(file.size)}; recordings up to ${limit} can be opened`);
  }
  const opened = isSession(await readHead(file)) ? await openSession(file) : await openTrace(file);
  if (opened.recording.firstMs === undefined && opened.items.length === 0) throw notOne(file);
  opened.recording.changed();
  return opened;
}

async function openTrace(file: RecordingFile): Promise<OpenedRecording> {
  const recording = new Recording();
  const reader = new TraceReader(recording);
  let items: TraceItem[] = [];
  let [frames, unread] = [0, 0];
  for await (const item of redactTrace(readTrace(piecesOf(file)))) {
    reader.add(item);
    if (item.type === "frame") frames += 1;
    if (item.type === "damage") unread += 1;
    items.push(item);
    if (items.length >= FRAMES_MAX * 2) items = items.slice(-FRAMES_MAX);
  }
  if (frames === 0) throw notOne(file);
  return { name: nameOf(file), kind: "trace", recording, items: items.slice(-FRAMES_MAX), unread };
}

async function openSession(file: RecordingFile): Promise<OpenedRecording> {
  const recording = new Recording();
  const splitter = new LineSplitter(RECORDING_LINE_CHARS_MAX);
  let reader: EventReader | undefined;
  let [agent, unread] = ["Agent", 0];
  const take = (text: string): void => {
    if (text.trim() === "") return;
    const parsed = parseSessionEventLine(text);
    if (!parsed.ok) {
      const header = toObject(text);
      if (header?.["parley"] !== "session") unread += 1;
      else if (typeof header["agent"] === "string") agent = header["agent"];
      return;
    }
    reader ??= new EventReader(recording, parsed.value.sessionId, agent);
    reader.add(parsed.value);
  };
  for await (const piece of piecesOf(file)) for (const line of splitter.push(piece)) take(line.text);
  for (const line of splitter.end()) take(line.text);
  return { name: nameOf(file), kind: "session", recording, items: [], unread };
}

async function readHead(file: RecordingFile): Promise<string> {
  const decoder = new TextDecoder();
  let head = "";
  for await (const piece of piecesOf(file)) {
    head += decoder.decode(piece, { stream: true });
    if (head.length >= HEAD_CHARS) break;
  }
  return head;
}

function isSession(head: string): boolean {
  const [line = ""] = head.trimStart().split("\n", 1);
  const first = toObject(line);
  return first?.["parley"] === "session" || parseSessionEventLine(line).ok;
}

function toObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = parseJson(line);
    return isObject(value) ? value : undefined;
  } catch {
    // Not JSON, so not an object either.
    return undefined;
  }
}

/** Not every browser can go through a stream with `for await`. */
async function* piecesOf(file: RecordingFile): AsyncGenerator<Uint8Array> {
  const stream = file.stream();
  if (!("getReader" in stream)) {
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

function nameOf({ name }: RecordingFile): string {
  return revealLine(name);
}

function notOne(file: RecordingFile): Error {
  return new Error(
    `${nameOf(file)} is not a trace and not an exported session. Record a trace with parley proxy --record, ` +
      "or export a session with parley sessions export",
  );
}
