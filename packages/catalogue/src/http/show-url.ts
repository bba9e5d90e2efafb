// A URL that may be shown: without the parts that may contain secrets.

/** Without user name, password and query. */
export function showUrl(url: URL | string): string {
  const { protocol, host, pathname } = typeof url === "string" ? new URL(url) : url;
  return `${protocol}//${host}${pathname}`;
}
