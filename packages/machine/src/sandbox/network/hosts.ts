// The hosts that a limited network may reach.
import { parseHostPattern, toHostName, type HostPattern } from "@parley/base";
import { HOSTS_MAX } from "../../limits.ts";

export interface Hosts {
  has(hostname: string, port: number): boolean;
  /** Names that may lead to this machine and its networks: the user listed them with their port, and meant exactly that. */
  readonly explicit: ReadonlySet<string>;
}

const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** Text that is not a host name matches nothing. */
export function parseHosts(texts: readonly string[]): Hosts {
  const patterns = texts.slice(0, HOSTS_MAX).flatMap((text) => parseHostPattern(text) ?? []);
  return {
    has(hostname, port) {
      const name = toHostName(hostname);
      return patterns.some((pattern) => fitsName(pattern, name) && fitsPort(pattern, port));
    },
    explicit: new Set(patterns.flatMap(({ name, port, isBelow }) => (port === undefined || isBelow ? [] : [name]))),
  };
}

function fitsName({ name, isBelow }: HostPattern, wanted: string): boolean {
  return isBelow ? wanted.endsWith(`.${name}`) : wanted === name;
}

function fitsPort({ port }: HostPattern, wanted: number): boolean {
  return port === undefined ? USUAL_PORTS.has(wanted) : port === wanted;
}
