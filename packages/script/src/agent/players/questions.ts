// Plays questions to the user and extension calls to the client.
import type { CreateElicitationResponse, ElicitationSchema, Known } from "@parley/acp";
import { createId, truncate } from "@parley/base";
import { ErrorCodes } from "@parley/rpc";
import { SHOWN_CHARS_MAX } from "../../limits.ts";
import type { Players } from "../player.ts";
import type { Reply, Turn } from "../turn.ts";

export const questionPlayers: Players<"ask" | "elicit" | "ext" | "tell"> = {
  ask: async ({ question }, turn) => {
    if (!turn.client.supports("elicitation.form")) {
      turn.say("agent_message_chunk", question);
      return;
    }
    await askByForm(turn, question, ANSWER_FORM);
  },

  elicit: async ({ mode, message }, turn) => {
    if (!turn.client.supports(`elicitation.${mode}`)) {
      turn.say("agent_message_chunk", `(The client does not offer questions by ${mode}: ${message})`);
    } else if (mode === "form") await askByForm(turn, message, EVERY_FIELD_FORM);
    else await askByPage(turn, message);
  },

  ext: async ({ method }, turn) => {
    const { id: sessionId } = turn.session;
    const work = turn.client.extRequest(method, { sessionId }, { signal: turn.signal });
    const reply = await turn.hold(method, work);
    if (reply.ok) turn.say("agent_message_chunk", `${method} answered ${toJson(reply.value)}`);
    else if (reply.code === ErrorCodes.methodNotFound) {
      turn.say("agent_message_chunk", `The client does not know ${method}.`);
    } else turn.say("agent_message_chunk", reply.reason);
  },

  tell: ({ method }, turn) => {
    turn.client.extNotify(method, { sessionId: turn.session.id });
  },
};

async function askByForm(turn: Turn, message: string, requestedSchema: Known<ElicitationSchema>): Promise<void> {
  const sessionId = turn.session.id;
  sayAnswer(turn, await turn.call("elicitation/create", { sessionId, mode: "form", message, requestedSchema }));
}

async function askByPage(turn: Turn, message: string): Promise<void> {
  const elicitationId = createId();
  const url = `https://example.com/?elicitation=${elicitationId}`;
  const sessionId = turn.session.id;
  const reply = await turn.call("elicitation/create", { sessionId, mode: "url", message, elicitationId, url });
  // A real agent waits for the page to report back; here no service stands behind the page.
  if (reply.ok && reply.value.action === "accept") turn.client.notify("elicitation/complete", { elicitationId });
  sayAnswer(turn, reply);
}

function sayAnswer(turn: Turn, reply: Reply<CreateElicitationResponse>): void {
  turn.say("agent_message_chunk", reply.ok ? describeAnswer(reply.value) : reply.reason);
}

function describeAnswer(response: CreateElicitationResponse): string {
  if (response.action === "accept") return `You answered: ${describeContent(response.content ?? {})}`;
  if (response.action === "decline") return "You declined to answer.";
  if (response.action === "cancel") return "You left the question open.";
  return "The client answered in a way that this agent does not know.";
}

/** A single text as it is. */
function describeContent(content: Readonly<Record<string, unknown>>): string {
  const [only, ...others] = Object.values(content);
  return typeof only === "string" && others.length === 0 ? truncate(only, SHOWN_CHARS_MAX) : toJson(content);
}

function toJson(value: unknown): string {
  return truncate(JSON.stringify(value) ?? "nothing", SHOWN_CHARS_MAX);
}

const ANSWER_FORM: Known<ElicitationSchema> = {
  type: "object",
  properties: { answer: { type: "string", title: "Answer" } },
  required: ["answer"],
};

const EVERY_FIELD_FORM: Known<ElicitationSchema> = {
  type: "object",
  title: "A form",
  description: "One field of every type",
  properties: {
    name: { type: "string", title: "Name", minLength: 1, maxLength: 80 },
    email: { type: "string", title: "E-mail", format: "email" },
    size: { type: "string", title: "Size", enum: ["small", "large"], default: "small" },
    color: {
      type: "string",
      title: "Colour",
      oneOf: [
        { const: "r", title: "Red" },
        { const: "g", title: "Green" },
      ],
    },
    weight: { type: "number", title: "Weight", minimum: 0, maximum: 100 },
    count: { type: "integer", title: "Count", minimum: 1, default: 1 },
    agreed: { type: "boolean", title: "Agreed", default: false },
    days: { type: "array", title: "Days", items: { type: "string", enum: ["today", "tomorrow"] }, maxItems: 2 },
    extras: {
      type: "array",
      title: "Extras",
      items: {
        anyOf: [
          { const: "s", title: "Sugar" },
          { const: "m", title: "Milk" },
        ],
      },
    },
  },
  required: ["name"],
};
