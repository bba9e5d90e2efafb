// Which addresses belong to this machine, its networks, or nobody: everything that is not out in the public internet.
import { BlockList, isIP } from "node:net";

interface Range {
  readonly what: string;
  readonly v4?: readonly string[];
  readonly v6?: readonly string[];
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry and its sibling for IPv6. */
const RANGES: readonly Range[] = [
  { what: "this machine (loopback)", v4: ["127.0.0.0/8"], v6: ["::1/128"] },
  { what: "this machine (unspecified)", v4: ["0.0.0.0/8"], v6: ["::/128"] },
  {
    what: "a private network",
    v4: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
    v6: ["fc00::/7", "fec0::/10", "64:ff9b:1::/48"],
  },
  { what: "a link-local address", v4: ["169.254.0.0/16"], v6: ["fe80::/10"] },
  { what: "the network of a provider", v4: ["100.64.0.0/10"] },
  { what: "a multicast or broadcast address", v4: ["224.0.0.0/4", "255.255.255.255/32"], v6: ["ff00::/8"] },
  {
    what: "a reserved address",
    v4: [
      "192.0.0.0/24",
      "192.0.2.0/24",
      "192.88.99.0/24",
      "198.18.0.0/15",
      "198.51.100.0/24",
      "203.0.113.0/24",
      "240.0.0.0/4",
    ],
    v6: ["100::/64", "2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16"],
  },
];

const lists = RANGES.map(({ what, v4 = [], v6 = [] }) => {
  const list = new BlockList();
  for (const range of v4) addRange(list, range, "ipv4");
  for (const range of v6) addRange(list, range, "ipv6");
  return { what, list };
});

/** What a numeric address is, if it is not a public one; `undefined` if it is. What is no address at all is not public. */
export function findPrivate(address: string): string | undefined {
  const plain = address.replace(/%.*$/, "");
  const family = isIP(plain);
  if (family === 0) return "not an address";
  if (family === 4) return match(plain, "ipv4");
  const groups = toGroups(plain);
  const inner = toInnerV4(groups);
  if (inner !== undefined) return findPrivate(inner);
  const what = match(groups.map((group) => group.toString(16)).join(":"), "ipv6");
  // Nothing else is routed in the public internet.
  return what ?? (isWithin(groups[0], 0x2000, 3) ? undefined : "a reserved address");
}

function isWithin(group = 0, prefix: number, bits: number): boolean {
  return group >>> (16 - bits) === prefix >>> (16 - bits);
}

/** What one household or office has: an IPv4 address, or the /64 that an IPv6 address is in. Other text as it is. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "");
  if (isIP(plain) !== 6) return plain;
  const groups = toGroups(plain);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return dotted(groups[6], groups[7]);
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}

function match(address: string, family: "ipv4" | "ipv6"): string | undefined {
  return lists.find(({ list }) => list.check(address, family))?.what;
}

function addRange(list: BlockList, range: string, family: "ipv4" | "ipv6"): void {
  const [net = "", bits] = range.split("/");
  list.addSubnet(net, Number(bits), family);
}

/** The eight groups of an IPv6 address in any of its spellings. */
function toGroups(address: string): number[] {
  // An address parser that is there anyway: it writes a dotted tail as groups, and the shortest form of the rest.
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = "", tail] = short.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...(tail === undefined ? [] : zeros), ...after].map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address that an IPv6 one stands for: mapped, compatible, translated (NAT64) or tunnelled (6to4). */
function toInnerV4(groups: readonly number[]): string | undefined {
  const [first, second, third] = groups;
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  if (isZero(0, 5) && groups[5] === 0xffff) return dotted(groups[6], groups[7]);
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return dotted(groups[6], groups[7]);
  // `::` and `::1` have rows of their own.
  if (isZero(0, 6) && !(groups[6] === 0 && (groups[7] ?? 0) <= 1)) return dotted(groups[6], groups[7]);
  if (first === 0x64 && second === 0xff9b && isZero(2, 6)) return dotted(groups[6], groups[7]);
  if (first === 0x2002) return dotted(second, third);
  return undefined;
}

function dotted(high = 0, low = 0): string {
  return [high >>> 8, high & 0xff, low >>> 8, low & 0xff].join(".");
}
