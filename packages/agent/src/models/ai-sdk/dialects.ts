// The dialects by name: one line each.
import type { Dialect, DialectName } from "./dialect.ts";
import { anthropicDialect } from "./dialects/anthropic.ts";
import { bedrockDialect } from "./dialects/bedrock.ts";
import { chatDialect } from "./dialects/chat.ts";
import { googleDialect, vertexDialect } from "./dialects/google.ts";
import { azureDialect, openaiDialect } from "./dialects/openai.ts";

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  anthropic: anthropicDialect,
  openai: openaiDialect,
  azure: azureDialect,
  google: googleDialect,
  vertex: vertexDialect,
  chat: chatDialect,
  bedrock: bedrockDialect,
};
