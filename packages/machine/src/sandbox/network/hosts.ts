// Where a limited network may lead.
import { parseHostPattern, toHostName, type HostPattern } from "@parley/base";
import { HOSTS_MAX } from "../limits.ts";

export interface Hosts {
  has(hostname: string, port: number): boolean;
  /** Names that may lead into this machine and its networks: a person gave them with their port, and meant that very place. */
  readonly explicit: ReadonlySet<string>;
}

const USUAL_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** What is not the name of a host is nowhere. */
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
