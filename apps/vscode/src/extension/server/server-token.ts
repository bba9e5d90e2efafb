// Where the token for a server at an address is kept: in the editor's secret storage.

export function tokenKeyOf(url: string): string {
  return `acp.server.token ${url.replace(/\/+$/, "")}`;
}
