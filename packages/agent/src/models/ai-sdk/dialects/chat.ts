// Chat completions, restricted to what all servers support.
import type { Dialect, Json } from "../dialect.ts";

/** Models that accept a reasoning effort; servers reject it for others. */
const TAKES_EFFORT = /gpt-oss|(?:^|\/)(?:o\d|gpt-[5-9])/i;

export const chatDialect: Dialect = {
  namespace: "openaiCompatible",
  takesPlainThoughts: true,
  takesResultImages: false,
  files: /^(?:application\/pdf|audio\/(?:wav|mp3|mpeg))$/,
  optional: { reasoningEffort: /reasoning|think/i },
  needsOutputMax: false,
  options({ thinking }, _info, model): Record<string, Json> {
    return thinking !== "off" && TAKES_EFFORT.test(model) ? { reasoningEffort: thinking } : {};
  },
};
