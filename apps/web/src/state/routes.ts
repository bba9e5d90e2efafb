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

/** Of one message, by its number in the log. */
export function messageHref(id: string, seq: number): string {
  return toHref(`${sessionPath(id)}/at/${seq}`);
}

export interface SessionPlace {
  readonly id: string;
  readonly tab?: string;
  readonly seq?: number;
}

/** Ids may contain slashes. */
export function parseSessionPath(path: string): SessionPlace | undefined {
  const [, id, seq, tab] = /^\/sessions\/([^/]+)(?:\/at\/(\d{1,15})|\/([^/]+))?$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  return {
    id: decode(id),
    ...(tab !== undefined && { tab: decode(tab) }),
    ...(seq !== undefined && { seq: Number(seq) }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
