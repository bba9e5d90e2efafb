// Answers that have to fit a JSON Schema, without a hub.
export { compileSchema, type AnswerSchema } from "./turns/answer-schema.ts";
