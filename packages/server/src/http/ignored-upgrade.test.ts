// Clients that offer HTTP/2 with an ordinary request, as Java's do, get an ordinary answer.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openRaw } from "../testing/raw-connection.ts";

const OFFER = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAA\r\n";
const HOST = "Host: localhost\r\n";
const LAST = `GET /health HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const bearer = (): string => `Authorization: Bearer ${server.token}\r\n`;

async function exchange(bytes: string): Promise<string> {
  using connection = await openRaw(server.url, { text: bytes });
  return await connection.closed;
}

const statuses = (answer: string): readonly (string | undefined)[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

describe("a request that offers HTTP/2", () => {
  it("is answered over HTTP/1.1, as often as it comes, with its body", async () => {
    const warn = vi.spyOn(process, "emitWarning");
    const health = `GET /health HTTP/1.1\r\n${HOST}${OFFER}\r\n`;
    const body = JSON.stringify({ agent: "script", working_dir: server.folder });
    const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const create = `POST /sessions HTTP/1.1\r\n${HOST}${bearer()}${OFFER}${type}\r\n${body}`;
    const answer = await exchange(health.repeat(20) + create + LAST);
    expect(statuses(answer)).toEqual([...Array.from({ length: 20 }, () => "200"), "201", "200"]);
    expect(answer).toContain('"agent":"script"');
    expect(warn).not.toHaveBeenCalled();
  });

  it("needs a token like any other", async () => {
    const ask = (headers: string) => `GET /sessions HTTP/1.1\r\n${HOST}${OFFER}${headers}\r\n`;
    expect(statuses(await exchange(ask("") + LAST))[0]).toBe("401");
    expect(statuses(await exchange(ask(bearer()) + LAST))).toEqual(["200", "200"]);
  });

  it("is closed after the answer if the client asks for it", async () => {
    const head = `GET /health HTTP/1.1\r\n${HOST}Connection: close, Upgrade\r\nUpgrade: h2c\r\n\r\n`;
    expect(statuses(await exchange(head))).toEqual(["200"]);
  });
});
