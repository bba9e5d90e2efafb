// Requests that no client should send, from callers without a token and with one: each gets an answer, and the server goes on.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { sendAndReset, sendRaw } from "./raw-request.ts";
import { serve, type Served } from "./served.ts";

const CLOSE = "Connection: close\r\n";
const UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
const HANDSHAKE = `${UPGRADE}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;
const JSON_BODY = "Content-Type: application/json\r\n";

/** HOST and TOKEN are filled in. No status: the server may just close the connection. */
const REQUESTS: readonly (readonly [name: string, status: string, bytes: string])[] = [
  ["no Host", "400", `GET /health HTTP/1.1\r\n${CLOSE}\r\n`],
  ["an empty Host", "421", `GET /health HTTP/1.1\r\nHost:\r\n${CLOSE}\r\n`],
  ["HTTP/1.0 without Host", "400", "GET /health HTTP/1.0\r\n\r\n"],
  ["HTTP/1.0", "200", "GET /health HTTP/1.0\r\nHOST\r\n"],
  ["HTTP/2 by prior knowledge", "400", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a TLS greeting", "400", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["an unknown Expect", "417", `GET /health HTTP/1.1\r\nHOSTExpect: anything\r\n${CLOSE}\r\n`],
  ["an unknown Expect without Host", "417", `GET /health HTTP/1.1\r\nExpect: anything\r\n${CLOSE}\r\n`],
  ["an unknown Expect with a body", "417", `POST /runs HTTP/1.1\r\nHOSTTOKENExpect: x\r\nContent-Length: 2\r\n\r\n{}`],
  ["an absolute target", "400", `GET http://127.0.0.1/health HTTP/1.1\r\nHOST${CLOSE}\r\n`],
  ["OPTIONS *", "400", `OPTIONS * HTTP/1.1\r\nHOST${CLOSE}\r\n`],
  ["TRACE", "401", `TRACE /health HTTP/1.1\r\nHOST${CLOSE}\r\n`],
  ["TRACE with a token and a body", "404", `TRACE /runs HTTP/1.1\r\nHOSTTOKENContent-Length: 2\r\n${CLOSE}\r\n{}`],
  ["CONNECT", "", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n"],
  ["an unknown method", "400", `BREW /health HTTP/1.1\r\nHOST${CLOSE}\r\n`],
  ["a bad escape in the path", "404", `GET /sessions/%E0%A4%A HTTP/1.1\r\nHOSTTOKEN${CLOSE}\r\n`],
  ["a bad escape in the query", "400", `GET /sessions?limit=%E0%A4%A HTTP/1.1\r\nHOSTTOKEN${CLOSE}\r\n`],
  ["a bad escape in the token", "401", `GET /?token=%E0%A4%A HTTP/1.1\r\nHOST${CLOSE}\r\n`],
  ["a backslash in the path", "400", `GET /\\evil HTTP/1.1\r\nHOSTTOKEN${CLOSE}\r\n`],
  ["a port that is none", "400", `GET /health HTTP/1.1\r\nHost: 127.0.0.1:99999999\r\n${CLOSE}\r\n`],
  ["a NUL byte", "400", `GET /he\x00alth HTTP/1.1\r\nHOST${CLOSE}\r\n`],
  ["headers that are too large", "431", `GET /health HTTP/1.1\r\nHOSTX: ${"a".repeat(40_000)}\r\n${CLOSE}\r\n`],
  ["odd credentials", "401", `GET /sessions HTTP/1.1\r\nHOSTAuthorization: \x80\xff Basic ::\r\n${CLOSE}\r\n`],
  [
    "odd cookies",
    "401",
    `GET / HTTP/1.1\r\nHOSTCookie: parley_PORT=%E0; =; parley_PORT=__proto__~~\xff\r\n${CLOSE}\r\n`,
  ],
  ["a key given twice", "400", `GET /sessions HTTP/1.1\r\nHOSTX-Secret-Key: a\r\nX-Secret-Key: b\r\n${CLOSE}\r\n`],
  ["an odd Origin", "403", `GET /health HTTP/1.1\r\nHOSTOrigin: \xff:::\r\n${CLOSE}\r\n`],
  ["two lengths", "400", `POST /runs HTTP/1.1\r\nHOSTTOKENContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ["a negative length", "400", "POST /runs HTTP/1.1\r\nHOSTTOKENContent-Length: -1\r\n\r\n"],
  ["a bad chunk", "400", "POST /runs HTTP/1.1\r\nHOSTTOKENTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n"],
  ["JSON that is null", "400", `POST /acp HTTP/1.1\r\nHOSTTOKEN${JSON_BODY}Content-Length: 4\r\n${CLOSE}\r\nnull`],
  ["a WebSocket without a token", "401", `GET /acp HTTP/1.1\r\nHOST${HANDSHAKE}\r\n`],
  ["a WebSocket without Host", "400", `GET /acp HTTP/1.1\r\nTOKEN${HANDSHAKE}\r\n`],
  ["a WebSocket at an odd path", "404", `GET /%zz?%zz HTTP/1.1\r\nHOSTTOKEN${HANDSHAKE}\r\n`],
  ["a WebSocket without a key", "400", `GET /acp HTTP/1.1\r\nHOSTTOKEN${UPGRADE}\r\n`],
  ["a WebSocket by POST", "400", `POST /acp HTTP/1.1\r\nHOSTTOKEN${HANDSHAKE}Content-Length: 0\r\n\r\n`],
  ["an offer of HTTP/2", "200", `GET /health HTTP/1.1\r\nHOSTUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n`],
  ["odd subprotocols", "400", `GET /acp HTTP/1.1\r\nHOSTTOKEN${HANDSHAKE}Sec-WebSocket-Protocol: ,,a,a,"\r\n\r\n`],
  ["frames that are none", "101", `GET /acp HTTP/1.1\r\nHOSTTOKEN${HANDSHAKE}\r\n\xff\xff\xff\xff\xff\x01\x02\x03`],
  [
    "a frame that is too large",
    "101",
    `GET /acp HTTP/1.1\r\nHOSTTOKEN${HANDSHAKE}\r\n\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff1234`,
  ],
  ["no Host in a second request", "200", `GET /health HTTP/1.1\r\nHOST\r\nGET /health HTTP/1.1\r\n\r\n`],
];

describe("parley serve with malformed requests", { timeout: 90_000 }, () => {
  let place: Place;
  let server: Served;
  beforeAll(async () => {
    place = await openPlace();
    server = await serve(place);
  });
  afterAll(async () => {
    await server.end();
    await place[Symbol.asyncDispose]();
  });

  const fill = (bytes: string): string => {
    const { host, port } = new URL(server.url);
    const headers = { HOST: `Host: ${host}\r\n`, TOKEN: `Authorization: Bearer ${server.token}\r\n`, PORT: port };
    return bytes.replaceAll(/HOST|TOKEN|PORT/g, (name) => headers[name as keyof typeof headers]);
  };

  it.each(REQUESTS)("answers a request with %s", async (_name, status, bytes) => {
    const answer = await sendRaw(server.url, fill(bytes));
    expect(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? "").toMatch(new RegExp(`^(${status})$`));
    const [, body = ""] = answer.split("\r\n\r\n");
    expect(body !== "" || !status.startsWith("4")).toBe(true);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it("survives clients that disconnect immediately, and truncated bodies", async () => {
    for (const [, , bytes] of REQUESTS) await sendAndReset(server.url, fill(bytes));
    for (const path of ["/runs", "/acp", "/a2a", "/reply", "/message:send", "/sessions"]) {
      const start = `POST ${path} HTTP/1.1\r\nHOSTTOKEN${JSON_BODY}`;
      await sendAndReset(server.url, fill(`${start}Content-Length: 100\r\n\r\n{"a":`));
      await sendAndReset(server.url, fill(`${start}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":`));
    }
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    // Nothing of all this is a fault of the server, or worth a warning.
    expect(await server.end()).toMatchObject({ code: 0, stderr: "" });
  });
});
