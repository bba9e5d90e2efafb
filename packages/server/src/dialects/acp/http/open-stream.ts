// GET: a client reads the stream of its connection, or of one of its sessions; with `Last-Event-ID`, it resumes there.
import { ParleyError } from "@parley/base";
import type { Context } from "hono";
import type { ServerEnv } from "../../../http/dialect.ts";
import type { EventStream } from "../../../http/event-stream.ts";
import { ACP_KEEP_ALIVE_MS, ACP_SESSION_ID_CHARS_MAX } from "../../../limits.ts";
import { CONNECTION_HEADER, SESSION_HEADER } from "./header-rules.ts";
import type { OutStream } from "./out-stream.ts";
import { parsePosition, type Position } from "./position.ts";
import { replay } from "./replay.ts";
import type { HttpConnection, RouteOptions } from "./routes.ts";

export function openStream(c: Context<ServerEnv>, connection: HttpConnection, options: RouteOptions): Response {
  if (c.req.header("accept")?.includes("text/event-stream") !== true) {
    return c.text("Accept must contain text/event-stream", 406);
  }
  const sessionId = c.req.header(SESSION_HEADER);
  if (sessionId !== undefined && sessionId.length > ACP_SESSION_ID_CHARS_MAX) {
    return c.text(`${SESSION_HEADER} is too long`, 400);
  }
  const stream = connection.wire.stream(sessionId);
  if (stream === undefined) return c.text("Too many unread streams", 429);
  if (!stream.claim()) return c.text("The stream already has a reader", 409);
  const reader = openReader(c, stream, { connectionId: connection.id, sessionId }, options);
  const after = parsePosition(c.req.header("last-event-id") ?? "");
  if (sessionId === undefined || after === undefined) stream.attach(reader);
  else {
    const resuming = { connection, sessionId, stream, reader, after };
    resume(resuming, options).catch((cause: unknown) => {
      options.log.write("error", "A stream could not be resumed", { sessionId, cause });
      reader.end();
    });
  }
  return reader.response;
}

function openReader(
  c: Context<ServerEnv>,
  stream: OutStream,
  { connectionId, sessionId }: { readonly connectionId: string; readonly sessionId: string | undefined },
  { openEventStream }: RouteOptions,
): EventStream {
  const headers = {
    "Cache-Control": "no-cache",
    [CONNECTION_HEADER]: connectionId,
    ...(sessionId === undefined ? {} : { [SESSION_HEADER]: sessionId }),
  };
  try {
    const reader = openEventStream(c, { headers, keepAliveMs: ACP_KEEP_ALIVE_MS });
    reader.signal.addEventListener("abort", () => stream.release(), { once: true });
    return reader;
  } catch (error) {
    stream.release();
    throw error;
  }
}

interface Resuming {
  readonly connection: HttpConnection;
  readonly sessionId: string;
  readonly stream: OutStream;
  readonly reader: EventStream;
  readonly after: Position;
}

/** New messages wait in the stream, so that they do not overtake missed ones. */
async function resume(resuming: Resuming, { hub, log }: RouteOptions): Promise<void> {
  const { connection, sessionId, stream, reader, after } = resuming;
  const attachment = connection.sessions.get(sessionId);
  if (attachment !== undefined) {
    const missed = stream.missed(after);
    const again = attachment.again.bind(attachment);
    if (missed !== undefined) await replay(missed, { hub, sessionId, reader, again });
    stream.attach(reader);
    return;
  }
  // A new connection that resumes an interrupted one.
  stream.beginAfter({ seq: after.seq, sub: 0 });
  stream.attach(reader);
  try {
    await connection.sessions.follow(sessionId, after.seq);
    await connection.sessions.askOpen(sessionId);
  } catch (cause) {
    // The stream of an unknown session stays open, because its client may be about to create it.
    if (!(cause instanceof ParleyError) || cause.code !== "session_not_found") throw cause;
    log.write("debug", "A stream was opened for a session that does not exist", { sessionId });
  }
}
