// The environment variables that the agent reads for its models, as data, for clients that start it on a server and
// pass them along.
import { providers } from "./models/providers.ts";

/** Keys, addresses and the default model. */
export const MODEL_VARIABLES: readonly string[] = [
  ...new Set([
    "PARLEY_MODEL",
    ...providers.flatMap(({ signIn, also = [], address }) => [
      ...signIn.flat(),
      ...also,
      ...(address?.variables ?? []),
    ]),
  ]),
];
