// Prompts: POST /reply, and the two calls that start and cancel a turn without a stream of their own.
import { ParleyError } from "@parley/base";
import { isOver } from "@parley/hub";
import { FieldError } from "../input/field-error.ts";
import { NATIVE_CANCEL_TURNS_MAX } from "../../../limits.ts";
import type { Native } from "../native.ts";
import { checkPrompts } from "../input/check-prompts.ts";
import { beginTurn } from "../reply/begin-turn.ts";
import { streamExecution, streamProposal } from "../reply/stream-plan.ts";
import { streamReply } from "../reply/stream-reply.ts";
import { defineRoute, idempotencyKey, type Route } from "../route.ts";
import {
  cancelReplySchema,
  cancelSchema,
  frameSchema,
  replySchema,
  sessionReplyReplySchema,
  sessionReplySchema,
} from "../schemas/reply.ts";

const ABOUT_REPLY = `Without \`session_id\` a session is created. Without an agent for a new session, or with \`agent: "auto"\`, the prompt is routed and the
first frame is a \`RoutingDecision\`. Response headers: \`Parley-Session-Id\`, \`Parley-Turn-Id\`. Frames have the number of their event as \`id:\`;
GET /sessions/{id}/events?format=messages with \`Last-Event-ID\` resumes an interrupted stream.

The turn continues when the client disconnects, unless \`on_disconnect\` is \`cancel\`.

\`mode: "plan"\`: RoutingDecision, PlanProposal, and Finish with the reason \`plan_complete\`; no task runs.
\`mode: "execute_plan"\` with \`plan\`: each task runs in its own session, with a Notification (\`parley/task\`) when it finishes,
and finally a Message with all results.`;

export function replyRoutes(native: Native): readonly Route[] {
  return [
    defineRoute(
      {
        method: "post",
        path: "/reply",
        tag: "Reply",
        summary: "Prompt an agent and stream the answer",
        description: ABOUT_REPLY,
        body: replySchema,
        example: { user_message: "say hello", agent: "backend" },
        reply: {
          description: "Server-sent events, each a Frame.",
          schema: frameSchema,
          contentType: "text/event-stream",
        },
        errors: [404, 409, 503],
      },
      async ({ context, body }) => {
        if (body.mode && body.json_schema) throw new FieldError("json_schema", "cannot be combined with mode");
        await checkPrompts(native, context.get("caller"), body);
        if (body.mode === "plan") return streamProposal(native, context, body);
        if (body.mode === "execute_plan") return streamExecution(native, context, body);
        return streamReply(native, context, body, idempotencyKey(context));
      },
    ),
    defineRoute(
      {
        method: "post",
        path: "/sessions/{id}/reply",
        tag: "Reply",
        summary: "Prompt a session without streaming",
        body: sessionReplySchema,
        example: { user_message: "say hello" },
        reply: { status: 202, description: "The prompt is stored and will run.", schema: sessionReplyReplySchema },
        errors: [404, 409, 503],
      },
      async ({ context, body, param }) => {
        const { user_message, agent, override_conversation, json_schema, when_busy, request_id: turnId } = body;
        const said = { user_message, agent, override_conversation, json_schema, when_busy };
        const given = { ...said, session_id: param("id") };
        await checkPrompts(native, context.get("caller"), given);
        const { turn, session } = await beginTurn(native, given, idempotencyKey(context), turnId);
        return { request_id: turn.id, turn_id: turn.id, session_id: session.id };
      },
    ),
    cancelRoute(native),
  ];
}

function cancelRoute(native: Native): Route {
  const { hub } = native;
  return defineRoute(
    {
      method: "post",
      path: "/sessions/{id}/cancel",
      tag: "Reply",
      summary: "Cancel one turn or all turns of a session",
      body: cancelSchema,
      example: {},
      reply: { description: "The turns being cancelled, if any.", schema: cancelReplySchema },
      errors: [404, 409],
    },
    async ({ body, param }) => {
      const { id } = await hub.sessions.get(param("id"));
      if (body.request_id !== undefined) {
        const turn = await hub.turns.get(body.request_id);
        if (turn.sessionId !== id) throw notHere(body.request_id, id);
        await hub.turns.cancel(turn.id);
        return { cancelled: [turn.id] };
      }
      return { cancelled: await cancelAll(native, id) };
    },
  );
}

async function cancelAll({ hub }: Native, sessionId: string): Promise<readonly string[]> {
  const { turns } = await hub.turns.list({
    sessionId,
    states: ["created", "in_progress", "awaiting"],
    limit: NATIVE_CANCEL_TURNS_MAX,
  });
  const cancelled: string[] = [];
  // The latest first, so that no queued turn starts when the one before it ends.
  for (const { id } of turns) {
    try {
      await hub.turns.cancel(id);
      cancelled.push(id);
    } catch (error) {
      // The turn may have ended in the meantime.
      if (!isOver(await hub.turns.get(id))) throw error;
    }
  }
  return cancelled;
}

function notHere(turnId: string, sessionId: string): ParleyError {
  return new ParleyError({ code: "turn_not_found", message: `Turn ${turnId} not found in session ${sessionId}.` });
}
