// An address as it may be shown: without what may be a secret in it.

/** Neither name and password, nor the query, where tokens are put. */
export function showUrl(url: URL | string): string {
  const { protocol, host, pathname } = typeof url === "string" ? new URL(url) : url;
  return `${protocol}//${host}${pathname}`;
}
