// Where notifications may go, and where not.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { guardedPost, parseTarget } from "./guarded-post.ts";

const NOWHERE = { hosts: new Set<string>() };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(answer: (path: string) => { status: number; headers?: Record<string, string>; body?: string }) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    paths.push(path);
    request.resume();
    const { status, headers = {}, body = "" } = answer(path);
    response.writeHead(status, headers).end(body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, paths };
}

describe("refuses these addresses before anything is sent", () => {
  it.each([
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "not an address",
    "http://user:secret@example.com/",
    "http://127.0.0.1/",
    "http://127.1/",
    "http://0x7f000001/",
    "http://2130706433/",
    "http://0/",
    "http://10.1.2.3/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.100.100.200/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[2002:7f00:1::]/",
    "http://[ff02::1]/",
    `https://example.com/${"x".repeat(5000)}`,
  ])("%s", (url) => {
    expect(() => parseTarget(url, NOWHERE)).toThrow(expect.objectContaining({ code: "bad_input" }));
  });

  it.each([
    "https://example.com/hook",
    "http://93.184.216.34:8080/",
    "http://[2606:2800:220:1::1]/",
    "http://172.32.0.1/",
  ])("but allows %s", (url) => {
    expect(parseTarget(url, NOWHERE).href).toContain("http");
  });
});

describe("a notification", () => {
  const request = { headers: {}, body: "{}", signal: new AbortController().signal };

  it("does not follow a name to a private address", async () => {
    const { port, paths } = await listen(() => ({ status: 200 }));
    const target = parseTarget(`http://localhost:${port}/hook`, NOWHERE);
    await expect(guardedPost(target, { ...request, ...NOWHERE })).rejects.toMatchObject({ code: "bad_input" });
    expect(paths).toEqual([]);
  });

  it("is sent to an allowed address, and follows no redirect", async () => {
    const { port, paths } = await listen((path) =>
      path === "/hook" ? { status: 302, headers: { Location: "/elsewhere" } } : { status: 200 },
    );
    const allowed = { hosts: new Set(["127.0.0.1"]) };
    const target = parseTarget(`http://127.0.0.1:${port}/hook`, allowed);
    expect(await guardedPost(target, { ...request, ...allowed })).toBe(302);
    expect(paths).toEqual(["/hook"]);
  });

  it("reads no more of the response than it needs", async () => {
    const { port } = await listen(() => ({ status: 200, body: "x".repeat(10_000_000) }));
    const allowed = { hosts: new Set(["127.0.0.1"]) };
    expect(await guardedPost(parseTarget(`http://127.0.0.1:${port}/`, allowed), { ...request, ...allowed })).toBe(200);
  });
});
