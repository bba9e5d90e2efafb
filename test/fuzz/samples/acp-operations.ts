// The operations of the server as requests of ACP, with the params of their examples.
import { operations, toExtensionMethod, type Operation } from "@parley/contract";

/** Would reach out of this machine. */
const ELSEWHERE: ReadonlySet<string> = new Set(["remotes/add"]);
const PATH_PARAMS = { id: "SESSION", name: "qa", configId: "model", extension: "clock" };

export const operationMessages: readonly object[] = Object.entries<Operation>(operations)
  .filter(([name]) => !ELSEWHERE.has(name))
  .map(([name, { example }], id) => ({
    jsonrpc: "2.0",
    id,
    method: toExtensionMethod(name),
    params: { session_id: "SESSION", limit: 1, ...PATH_PARAMS, ...(example as object | undefined) },
  }));
