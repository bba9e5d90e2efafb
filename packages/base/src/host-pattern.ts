// Host patterns as users write them: a name, a name with a port, or all subdomains of a name.

export interface HostPattern {
  readonly name: string;
  /** All subdomains of the name, but not the name itself. */
  readonly isBelow: boolean;
  readonly port: number | undefined;
}

const PATTERN = /^(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?::(\d{1,5}))?$/i;
const PORT_MAX = 65_535;

/** `host`, `host:443`, `[::1]:8080`, `*.host`; undefined for any other text. */
export function parseHostPattern(text: string): HostPattern | undefined {
  const [, star, host = "", port] = PATTERN.exec(text.trim()) ?? [];
  if (host === "" || (port !== undefined && (Number(port) < 1 || Number(port) > PORT_MAX))) return undefined;
  return { name: toHostName(host), isBelow: star !== undefined, port: port === undefined ? undefined : Number(port) };
}

/** The normalised spelling: without brackets, capitals and a final dot. */
export function toHostName(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}
