// The addresses of the page: what stands behind the # of its URL.

/** With a tab, for example `changes`, that one is in front. */
export function sessionPath(id: string, tab?: string): string {
  return `/sessions/${encodeURIComponent(id)}${tab === undefined ? "" : `/${encodeURIComponent(tab)}`}`;
}

export function toHref(path: string): string {
  return `#${path}`;
}

export function sessionHref(id: string, tab?: string): string {
  return toHref(sessionPath(id, tab));
}

/** Ids may contain slashes. */
export function parseSessionPath(path: string): { readonly id: string; readonly tab?: string } | undefined {
  const [, id, tab] = /^\/sessions\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  return { id: decode(id), ...(tab !== undefined && { tab: decode(tab) }) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
