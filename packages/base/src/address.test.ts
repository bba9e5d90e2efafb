import { describe, expect, it } from "vitest";
import { classifyAddress, describePrivateAddress, isLoopbackHost, networkOf, toCanonicalAddress } from "./address.ts";

/** As a model or a page may write them: the tools parse a URL first, and so does this test. */
const PRIVATE_HOSTS = [
  "127.0.0.1",
  "127.1",
  "127.255.255.254",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "017700000001",
  "0",
  "0.0.0.0",
  "１２７.０.０.１",
  "127。0。0。1",
  "127.0.0.1.",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "3232235777",
  "169.254.169.254",
  "0xa9fea9fe",
  "100.64.0.1",
  "100.100.100.200",
  "192.0.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::127.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:a00:1]",
  "[::ffff:0:10.0.0.1]",
  "[::ffff:169.254.169.254]",
  "[64:ff9b::10.0.0.1]",
  "[64:ff9b:1::1]",
  "[2002:7f00:1::]",
  "[2002:c0a8:101::1]",
  "[2001::1]",
  "[2001:db8::1]",
  "[100::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[febf::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[100:0:0:1::1]",
  "[4000::1]",
  "[5f00::1]",
  "[3fff::1]",
  "[e000::1]",
];

const PUBLIC_HOSTS = [
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "126.255.255.255",
  "128.0.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "134744072",
  "[2606:4700:4700::1111]",
  "[::ffff:8.8.8.8]",
  "[64:ff9b::8.8.8.8]",
  "[2002:808:808::1]",
  "[2a00:1450:4001::1]",
];

function toAddress(host: string): string {
  return new URL(`http://${host}/`).hostname.replaceAll(/[[\]]/g, "");
}

describe("addresses", () => {
  it.each(PRIVATE_HOSTS)("%s is not public", (host) => {
    expect(describePrivateAddress(toAddress(host))).toMatch(/\w/);
  });

  it.each(PUBLIC_HOSTS)("%s is public", (host) => {
    expect(describePrivateAddress(toAddress(host))).toBeUndefined();
  });

  it("are distinguished from other text", () => {
    for (const text of ["", "example.com", "127.0.0.1:80", "1.2.3", "01.2.3.4", "1.2.3.256", "[::1]", "::1]/", ":"]) {
      expect(describePrivateAddress(text)).toBe("not an address");
    }
  });

  it("may have a zone", () => {
    expect(describePrivateAddress("fe80::1%eth0")).toBe("a link-local address");
    expect(describePrivateAddress("::1%lo")).toMatch(/loopback/);
  });

  it("have a kind, and words for it", () => {
    expect(classifyAddress("169.254.1.2")).toBe("link-local");
    expect(classifyAddress("::ffff:a9fe:102")).toBe("link-local");
    expect(classifyAddress("8.8.8.8")).toBe("public");
    expect(classifyAddress("example.com")).toBeUndefined();
    expect(describePrivateAddress("127.0.0.1")).toMatch(/this machine/);
    expect(describePrivateAddress("::ffff:127.0.0.1")).toMatch(/this machine/);
    expect(describePrivateAddress("192.168.0.1")).toBe("a private network");
  });
});

it.each([
  ["169.254.169.254", "169.254.169.254"],
  ["::ffff:169.254.169.254", "169.254.169.254"],
  ["64:ff9b::a9fe:a9fe", "169.254.169.254"],
  ["2002:a9fe:a9fe::", "169.254.169.254"],
  ["FD00:0EC2:0::254", "fd00:ec2::254"],
  ["fe80::1%eth0", "fe80::1"],
  ["example.com", "example.com"],
])("%s is canonically %s", (address, canonical) => {
  expect(toCanonicalAddress(address)).toBe(canonical);
});

it("only this machine is loopback", () => {
  const own = ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "0:0:0:0:0:0:0:1"];
  expect(own.filter((host) => !isLoopbackHost(host))).toEqual([]);
  const others = [
    "0.0.0.0",
    "::",
    "10.0.0.1",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "127.0.0.256",
    "",
    // Tunnels and translators carry these to the 127.0.0.1 of another machine.
    "2002:7f00:1::",
    "64:ff9b::127.0.0.1",
  ];
  expect(others.filter(isLoopbackHost)).toEqual([]);
});

describe("the network of an address", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:c000:207", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::ffff", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["nonsense", "nonsense"],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
