// Additions to the stable schema: taken from the unstable one, or declared here, each with a reason.
import type { Defs, JsonSchema } from "./json-schema.ts";

type Borrowing = { readonly reason: string } & (
  | { readonly unstable: string; readonly without?: readonly string[] }
  | { readonly unstable: string; readonly field: string }
  | { readonly legacy: string; readonly schema: JsonSchema }
  | { readonly legacy: string; readonly field: string; readonly schema: JsonSchema }
);

const META: JsonSchema = {
  description: "Reserved for extensibility.",
  type: ["object", "null"],
  additionalProperties: true,
  "x-deserialize-default-on-error": true,
};

const MODELS: JsonSchema = {
  description: "The models of the session, as agents announced them before config options.",
  anyOf: [{ $ref: "#/$defs/SessionModelState" }, { type: "null" }],
  "x-deserialize-default-on-error": true,
};

const MODELS_REASON = "Agents in use still announce their models here, for `session/set_model`.";

const SET_MODEL = { "x-side": "agent", "x-method": "session/set_model" };

const BORROWINGS: readonly Borrowing[] = [
  {
    unstable: "ForkSessionRequest",
    without: ["systemPrompt"],
    reason:
      "`session/fork` is in wide use. Its system prompt is a draft of its own, and an unknown field is kept anyway.",
  },
  { unstable: "ForkSessionResponse", reason: "The answer to `session/fork`." },
  { unstable: "SessionForkCapabilities", reason: "How an agent announces `session/fork`." },
  { unstable: "SessionCapabilities", field: "fork", reason: "Where an agent announces `session/fork`." },
  { unstable: "Usage", reason: "Token counts of a turn: agents in use send them." },
  { unstable: "PromptResponse", field: "usage", reason: "Where the token counts of a turn are sent." },
  {
    legacy: "SetSessionModelRequest",
    reason: "`session/set_model` left every schema, yet half of the registered agents answer it.",
    schema: {
      description: "Request parameters for choosing the model of a session.",
      type: "object",
      properties: {
        sessionId: { description: "The session.", allOf: [{ $ref: "#/$defs/SessionId" }] },
        modelId: { description: "One of the announced models.", type: "string" },
        _meta: META,
      },
      required: ["sessionId", "modelId"],
      ...SET_MODEL,
    },
  },
  {
    legacy: "SetSessionModelResponse",
    reason: "The answer to `session/set_model`.",
    schema: {
      description: "Response to `session/set_model`.",
      type: "object",
      properties: { _meta: META },
      ...SET_MODEL,
    },
  },
  {
    legacy: "SessionModelState",
    reason: MODELS_REASON,
    schema: {
      description: "The models a session can use, and the one it uses.",
      type: "object",
      properties: {
        currentModelId: { description: "The model in use.", type: "string" },
        availableModels: {
          description: "The models to choose from.",
          type: "array",
          items: { $ref: "#/$defs/ModelInfo" },
          "x-deserialize-default-on-error": true,
          "x-deserialize-skip-invalid-items": true,
        },
        _meta: META,
      },
      required: ["currentModelId", "availableModels"],
    },
  },
  {
    legacy: "ModelInfo",
    reason: MODELS_REASON,
    schema: {
      description: "One model to choose from.",
      type: "object",
      properties: {
        modelId: { description: "Unique identifier of the model.", type: "string" },
        name: { description: "Name to show.", type: "string" },
        description: {
          description: "What the model is good for.",
          type: ["string", "null"],
          "x-deserialize-default-on-error": true,
        },
        _meta: META,
      },
      required: ["modelId", "name"],
    },
  },
  {
    legacy: "HistoryMessage",
    reason: "One agent answers `session/load` with the conversation instead of replaying it.",
    schema: {
      description: "One message of the conversation so far.",
      type: "object",
      properties: {
        role: { description: "Who said it: `user` or `assistant`.", type: "string" },
        content: { description: "Its blocks, tool calls and their results among them.", type: "array", items: {} },
        _meta: META,
      },
      required: ["role", "content"],
    },
  },
  {
    legacy: "LoadSessionResponse",
    field: "messages",
    reason: "Where the conversation so far is sent.",
    schema: {
      description: "The conversation so far, from an agent that does not replay it.",
      type: ["array", "null"],
      items: { $ref: "#/$defs/HistoryMessage" },
      "x-deserialize-default-on-error": true,
      "x-deserialize-skip-invalid-items": true,
    },
  },
  ...["NewSessionResponse", "LoadSessionResponse", "ResumeSessionResponse", "ForkSessionResponse"].map((legacy) => ({
    legacy,
    field: "models",
    schema: MODELS,
    reason: MODELS_REASON,
  })),
];

/** The stable defs with every borrowing added. */
export function withBorrowings(stable: Defs, unstable: Defs): Defs {
  const defs: Record<string, JsonSchema> = { ...stable };
  for (const borrowing of BORROWINGS) {
    const name = "unstable" in borrowing ? borrowing.unstable : borrowing.legacy;
    const source = "unstable" in borrowing ? unstable[name] : borrowing.schema;
    if (!source) throw new Error(`The unstable schema has no ${name} any more: look at the borrowings again.`);
    if ("field" in borrowing) {
      const field = "unstable" in borrowing ? source.properties?.[borrowing.field] : source;
      const target = defs[name];
      if (!field || !target) throw new Error(`No ${name}.${borrowing.field} to borrow.`);
      if (target.properties?.[borrowing.field]) throw new Error(`${name}.${borrowing.field} is stable now.`);
      defs[name] = withField(target, borrowing.field, field);
    } else {
      if (stable[name]) throw new Error(`${name} is stable now: drop the borrowing.`);
      defs[name] = withoutFields(source, "unstable" in borrowing ? (borrowing.without ?? []) : []);
    }
  }
  return defs;
}

function withField(schema: JsonSchema, name: string, field: JsonSchema): JsonSchema {
  // `_meta` comes last in every def.
  const { _meta, ...fields } = schema.properties ?? {};
  return { ...schema, properties: { ...fields, [name]: field, ...(_meta && { _meta }) } };
}

function withoutFields(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const kept = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(kept) };
}
