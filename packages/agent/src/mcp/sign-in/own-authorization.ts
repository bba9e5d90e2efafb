// Whether the settings of a remote server contain its authorisation; then sign-ins are not used.
import type { McpServerHttp, McpServerSse } from "@parley/acp";

export function hasOwnAuthorization({ headers }: McpServerHttp | McpServerSse): boolean {
  return headers.some(({ name }) => name.toLowerCase() === "authorization");
}
