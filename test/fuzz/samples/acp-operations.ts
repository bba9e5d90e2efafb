// The operations of the server as requests of ACP, with the params of their examples.
import { toExtensionMethod } from "@parley/contract";
import { playedOperations } from "./left-out.ts";

const PATH_PARAMS = { id: "SESSION", name: "qa", configId: "model", extension: "clock" };

export const operationMessages: readonly object[] = playedOperations.map(([name, { example }], id) => ({
  jsonrpc: "2.0",
  id,
  method: toExtensionMethod(name),
  params: { session_id: "SESSION", limit: 1, ...PATH_PARAMS, ...(example as object | undefined) },
}));
