// Which addresses a notification may be sent to: those of the open internet, unless somebody said otherwise.
import { BlockList, isIP } from "node:net";

/** Loopback, private, link-local (with the metadata of clouds), carrier, test, multicast and reserved ones. */
const REFUSED_V4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Of what is routed at all (2000::/3): documentation, and everything that holds an address of version 4 inside. */
const REFUSED_V6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const refused = new BlockList();
for (const [network, prefix] of REFUSED_V4) refused.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of REFUSED_V6) refused.addSubnet(network, prefix, "ipv6");

const routed = new BlockList();
routed.addSubnet("2000::", 3, "ipv6");

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, "ipv4");
    case 6:
      return routed.check(address, "ipv6") && !refused.check(address, "ipv6");
    default:
      return false;
  }
}
