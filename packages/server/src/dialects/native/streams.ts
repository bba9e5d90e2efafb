// Operations whose reply is a stream or a file.
import type { CheckedParams, HttpOnlyName, OperationName } from "@parley/contract";
import type { Context } from "hono";
import { Readable } from "node:stream";
import { requireAction } from "../../auth/require-scope.ts";
import type { ServerEnv } from "../../http/dialect.ts";
import { FieldError } from "../../operations/input/field-error.ts";
import { checkPrompts } from "../../operations/turns/check-prompts.ts";
import { toCall, type Native } from "./native.ts";
import { streamExecution, streamProposal } from "./reply/stream-plan.ts";
import { streamReply } from "./reply/stream-reply.ts";
import { followChanges } from "./stream/follow-changes.ts";
import { followEvents } from "./stream/follow-events.ts";
import { streamTerminal } from "./stream/follow-terminal.ts";
import { followView } from "./stream/follow-view.ts";

const NDJSON = "application/x-ndjson";

interface StreamRequest {
  readonly native: Native;
  readonly context: Context<ServerEnv>;
}

export type StreamRoute<Params> = (params: Params, request: StreamRequest) => Response | Promise<Response>;

type Streams<Names extends OperationName> = { readonly [Name in Names]: StreamRoute<CheckedParams<Name>> };

/** `sessions/events` is a page, unless a client accepts a stream only. */
export const streams: Streams<HttpOnlyName | "sessions/events"> = {
  "turns/stream": async (body, { native, context }) => {
    if (body.mode && body.json_schema) throw new FieldError("json_schema", "cannot be combined with mode");
    await checkPrompts(native.hub, context.get("caller"), body);
    if (body.mode === "plan") return streamProposal(native, context, body);
    if (body.mode === "execute_plan") return streamExecution(native, context, body);
    return streamReply(native, context, body, toCall(native, context));
  },
  "sessions/events": ({ id, after, format }, { native, context }) =>
    followEvents(native, context, id, { after, isFrames: format === "messages" }),
  "sessions/export": async ({ id: given, with_secrets: secrets }, { native: { hub }, context }) => {
    const isWhole = secrets === "true";
    if (isWhole) requireAction(context.get("caller"), "readSecrets");
    const { id } = await hub.sessions.get(given);
    return sendLines(context, hub.sessions.export(id, { redact: !isWhole }), `${id}.ndjson`);
  },
  "events/stream": ({ after }, { native, context }) => followChanges(native, context, after),
  "terminal/stream": (place, { native, context }) => streamTerminal(native, context, place),
  "views/follow": async ({ id: given }, { native, context }) => {
    const { id } = await native.hub.sessions.get(given);
    return followView(native, context, id);
  },
  "views/trace": async ({ id, after = 0 }, { native: { hub }, context }) => {
    const { from, frames, lines } = await hub.views.traceAfter(id, after);
    context.header("Parley-Trace-From", String(from));
    context.header("Parley-Trace-Frames", String(frames));
    return sendLines(context, lines, `${id}.trace.ndjson`);
  },
};

function sendLines(context: Context<ServerEnv>, lines: AsyncIterable<string>, name: string): Response {
  const body = Readable.toWeb(Readable.from(withNewlines(lines))) as ReadableStream;
  return context.body(body, 200, {
    "Content-Type": NDJSON,
    "Content-Disposition": `attachment; filename="${name}"`,
  });
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  for await (const line of lines) yield `${line}\n`;
}
