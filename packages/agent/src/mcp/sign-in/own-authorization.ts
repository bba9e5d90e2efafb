// Whether the settings of a remote server say how it is authorised: then no sign-in counts.
import type { McpServerHttp, McpServerSse } from "@parley/acp";

export function hasOwnAuthorization({ headers }: McpServerHttp | McpServerSse): boolean {
  return headers.some(({ name }) => name.toLowerCase() === "authorization");
}
