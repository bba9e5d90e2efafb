// The allowed host names, as protection against DNS rebinding.
import type { IncomingMessage } from "node:http";

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export type IsAllowedHost = (incoming: IncomingMessage) => boolean;

/** Names without a port match every port. */
export function createHostCheck(allowedHosts: readonly string[]): IsAllowedHost {
  const allowed = new Set([...LOOPBACK, ...allowedHosts.map((host) => host.toLowerCase())]);
  return ({ headers: { host }, socket }) => {
    if (host === undefined) return false;
    const name = host.toLowerCase();
    if (allowed.has(name)) return true;
    const bare = name.replace(/:\d*$/, "");
    // Unlike a name, an address cannot be redirected; this is the one that the client connected to.
    return allowed.has(bare) || bare === hostOf(socket.localAddress ?? "");
  };
}

/** An address in URL form. */
export function hostOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  return plain.includes(":") ? `[${plain}]` : plain;
}
