// Chat completions, as servers of many makers speak them: only what all of them understand.
import type { Dialect, Json } from "../dialect.ts";

/** Models that are known to take an effort; servers refuse it for others. */
const TAKES_EFFORT = /gpt-oss|(?:^|\/)(?:o\d|gpt-[5-9])/i;

export const chatDialect: Dialect = {
  namespace: "openaiCompatible",
  takesPlainThoughts: true,
  takesResultImages: false,
  files: /^(?:application\/pdf|audio\/(?:wav|mp3|mpeg))$/,
  wishes: { reasoningEffort: /reasoning|think/i },
  tellsOutputMax: false,
  options({ thinking }, _info, model): Record<string, Json> {
    return thinking !== "off" && TAKES_EFFORT.test(model) ? { reasoningEffort: thinking } : {};
  },
};
