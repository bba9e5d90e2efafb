// Numeric network addresses: which are public, which belong to this machine or its networks. Pure: names are not resolved.

export type AddressKind =
  | "public"
  | "loopback"
  | "unspecified"
  | "private"
  | "link-local"
  | "carrier"
  | "multicast"
  | "reserved";

interface Range {
  readonly kind: AddressKind;
  readonly v4?: readonly string[];
  readonly v6?: readonly string[];
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry and the registry for IPv6. */
const RANGES: readonly Range[] = [
  { kind: "loopback", v4: ["127.0.0.0/8"], v6: ["::1/128"] },
  { kind: "unspecified", v4: ["0.0.0.0/8"], v6: ["::/128"] },
  {
    kind: "private",
    v4: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
    v6: ["fc00::/7", "fec0::/10", "64:ff9b:1::/48"],
  },
  { kind: "link-local", v4: ["169.254.0.0/16"], v6: ["fe80::/10"] },
  { kind: "carrier", v4: ["100.64.0.0/10"] },
  { kind: "multicast", v4: ["224.0.0.0/4", "255.255.255.255/32"], v6: ["ff00::/8"] },
  {
    kind: "reserved",
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
  // Only 2000::/3 is routed on the public internet.
  { kind: "public", v4: ["0.0.0.0/0"], v6: ["2000::/3"] },
  { kind: "reserved", v6: ["::/0"] },
];

const DESCRIPTIONS: Readonly<Record<Exclude<AddressKind, "public">, string>> = {
  loopback: "this machine (loopback)",
  unspecified: "this machine (unspecified)",
  private: "a private network",
  "link-local": "a link-local address",
  carrier: "a provider's internal network",
  multicast: "a multicast or broadcast address",
  reserved: "a reserved address",
};

interface Subnet {
  readonly kind: AddressKind;
  readonly groups: readonly number[];
  readonly bits: number;
}

/** Both families as 16-bit groups: two for IPv4, eight for IPv6. */
const SUBNETS: readonly Subnet[] = RANGES.flatMap(({ kind, v4 = [], v6 = [] }) =>
  [...v4, ...v6].map((range) => toSubnet(kind, range)),
);

/** `undefined` if the text is not a numeric address. An IPv6 address that carries an IPv4 address is judged by that one. */
export function classifyAddress(text: string): AddressKind | undefined {
  const groups = parseAddress(text);
  return groups === undefined ? undefined : classifyGroups(toEmbeddedV4(groups) ?? groups);
}

/** Why an address is not public, such as `a private network`; `undefined` if it is. Text that is not an address is not public. */
export function describePrivateAddress(text: string): string | undefined {
  const kind = classifyAddress(text);
  if (kind === undefined) return "not an address";
  return kind === "public" ? undefined : DESCRIPTIONS[kind];
}

/** One spelling for each address: dotted for IPv4, also if an IPv6 address carries it. Other text is returned unchanged. */
export function toCanonicalAddress(text: string): string {
  const groups = parseAddress(text);
  if (groups === undefined) return text;
  return formatGroups(toEmbeddedV4(groups) ?? groups);
}

/** A host name or address that only this machine can reach; IPv6 with or without brackets. */
export function isLoopbackHost(host: string): boolean {
  const bare = withoutBrackets(host).toLowerCase();
  if (bare === "localhost") return true;
  const groups = parseAddress(bare);
  return groups !== undefined && classifyGroups(groups) === "loopback";
}

/**
 * The part of an address that identifies one household or office: an IPv4 address, or the /64 of an IPv6 address. Other
 * text is returned unchanged.
 */
export function networkOf(address: string): string {
  const groups = parseAddress(address);
  if (groups === undefined) return address;
  if (groups.length === 2) return formatGroups(groups);
  if (isMapped(groups)) return formatGroups(groups.slice(6));
  return `${formatGroups(groups.slice(0, 4))}::/64`;
}

/** `URL.hostname` puts IPv6 addresses in brackets. */
export function withoutBrackets(hostname: string): string {
  return hostname.startsWith("[") && hostname.endsWith("]") ? hostname.slice(1, -1) : hostname;
}

function classifyGroups(groups: readonly number[]): AddressKind {
  return SUBNETS.find((subnet) => isWithin(groups, subnet))?.kind ?? "reserved";
}

function isWithin(groups: readonly number[], { groups: prefix, bits }: Subnet): boolean {
  return (
    groups.length === prefix.length &&
    groups.every((group, index) => {
      const shift = 16 - Math.min(Math.max(bits - index * 16, 0), 16);
      return group >>> shift === (prefix[index] ?? 0) >>> shift;
    })
  );
}

function toSubnet(kind: AddressKind, range: string): Subnet {
  const [address = "", bits] = range.split("/");
  return { kind, groups: parseAddress(address) ?? [], bits: Number(bits) };
}

/** The 16-bit groups of a dotted IPv4 address or of an IPv6 address in any spelling, without its zone. */
function parseAddress(text: string): readonly number[] | undefined {
  const plain = text.replace(/%.*$/s, "");
  return plain.includes(":") ? parseV6(plain) : parseV4(plain);
}

function parseV4(text: string): readonly number[] | undefined {
  if (!/^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(text)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return Math.max(a, b, c, d) > 255 ? undefined : [a * 256 + b, c * 256 + d];
}

function parseV6(text: string): readonly number[] | undefined {
  // The URL parser knows every spelling and writes the shortest one, without a dotted tail.
  const url = `http://[${text}]/`;
  if (!/^[0-9a-f:.]+$/i.test(text) || !URL.canParse(url)) return undefined;
  const [head = "", tail] = withoutBrackets(new URL(url).hostname).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address that an IPv6 address stands for: mapped, compatible, translated (NAT64) or tunnelled (6to4). */
function toEmbeddedV4(groups: readonly number[]): readonly number[] | undefined {
  if (groups.length === 2) return groups;
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  const [first, second] = groups;
  const isTranslated =
    (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) || (first === 0x64 && second === 0xff9b && isZero(2, 6));
  // `::` and `::1` have their own ranges.
  const isCompatible = isZero(0, 6) && !(groups[6] === 0 && (groups[7] ?? 0) <= 1);
  if (isMapped(groups) || isTranslated || isCompatible) return groups.slice(6);
  return first === 0x2002 ? groups.slice(1, 3) : undefined;
}

function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
}

function formatGroups(groups: readonly number[]): string {
  if (groups.length === 2) return groups.flatMap((group) => [group >>> 8, group & 0xff]).join(".");
  const text = groups.map((group) => group.toString(16)).join(":");
  return groups.length === 8 ? withoutBrackets(new URL(`http://[${text}]/`).hostname) : text;
}
