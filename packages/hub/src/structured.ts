// Structured answers (checked against a JSON Schema) without a hub.
export { compileSchema, type AnswerSchema } from "./turns/answer-schema.ts";
