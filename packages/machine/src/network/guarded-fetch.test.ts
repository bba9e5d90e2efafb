// A guarded fetch goes where it may, and nowhere else, whatever names and redirects say.
import { answerWith, redirectTo, startWebServer, type WebServer } from "@parley/test-support";
import type { LookupAddress } from "node:dns";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDestinations } from "./destination.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

/** An address of this machine that stands for one of the internet here, and one that stands for itself. */
const OUTSIDE = "127.0.0.2";
let outside: WebServer;
let inside: WebServer;

beforeAll(async () => {
  inside = await startWebServer({ "/": "secret" });
  const { origin: target, port } = inside;
  outside = await startWebServer(
    {
      "/": answerWith("text/plain", "hello"),
      "/echo": (request, response) => response.end(JSON.stringify(request.headers)),
      "/once": redirectTo("/"),
      "/inside": redirectTo(target),
      "/by-name": redirectTo(`http://inside.example:${port}/`),
      "/by-number": redirectTo(`http://2130706433:${port}/`),
      "/mapped": redirectTo(`http://[::ffff:127.0.0.1]:${port}/`),
      "/with-password": redirectTo(`http://a:b@${OUTSIDE}/`),
      "/file": redirectTo("file:///etc/passwd"),
      "/nowhere": redirectTo("http://"),
      "/loop": redirectTo("/loop"),
      "/elsewhere": (_, response) =>
        response.writeHead(302, { location: `http://other.example:${ownPort()}/echo` }).end(),
      "/empty": (_, response) => response.writeHead(204).end(),
    },
    OUTSIDE,
  );
});
const ownPort = (): number => outside.port;

afterAll(async () => {
  await outside[Symbol.asyncDispose]();
  await inside[Symbol.asyncDispose]();
});

function open(names: Readonly<Record<string, readonly string[]>> = {}): typeof fetch {
  const resolve = async (hostname: string): Promise<readonly LookupAddress[]> =>
    (names[hostname] ?? []).map((address) => ({ address, family: 4 }));
  const object = (address: string): string | undefined => (address === OUTSIDE ? undefined : "inside");
  return createGuardedFetch({ destinations: createDestinations({ resolve, object }) });
}

describe("a guarded fetch", () => {
  it("answers as fetch does, and follows redirects that stay outside", async () => {
    const get = open({ "other.example": [OUTSIDE] });
    expect(await (await get(`${outside.origin}/once`)).text()).toBe("hello");
    expect((await get(`${outside.origin}/missing`)).status).toBe(404);
    expect((await get(`${outside.origin}/empty`)).body).toBeNull();
    const headers = { authorization: "Bearer secret", "x-other": "1" };
    const moved = (await (await get(`${outside.origin}/elsewhere`, { headers })).json()) as Record<string, string>;
    expect([moved["authorization"], moved["x-other"]]).toEqual([undefined, "1"]);
  });

  it.each(["/inside", "/by-name", "/by-number", "/mapped"])("does not follow %s", async (path) => {
    await expect(open({ "inside.example": ["127.0.0.1"] })(`${outside.origin}${path}`)).rejects.toMatchObject({
      code: "ERR_PARLEY_DESTINATION",
    });
    expect(inside.requests).toEqual([]);
  });

  it.each(["/with-password", "/file", "/nowhere", "/loop"])("refuses %s", async (path) => {
    await expect(open()(`${outside.origin}${path}`)).rejects.toThrow(/redirects|Unsupported URL scheme/);
  });

  it("connects to the address that was checked, not to what the name means a moment later", async () => {
    let asked = 0;
    const resolve = async (): Promise<readonly LookupAddress[]> => {
      asked += 1;
      return [{ address: asked === 1 ? OUTSIDE : "127.0.0.1", family: 4 }];
    };
    const object = (address: string): string | undefined => (address === OUTSIDE ? undefined : "inside");
    const get = createGuardedFetch({ destinations: createDestinations({ resolve, object }) });
    expect(await (await get(`http://turning.example:${outside.port}/`)).text()).toBe("hello");
    expect(asked).toBe(1);
    await expect(get(`http://turning.example:${inside.port}/`)).rejects.toThrow(/inside/);
    expect(inside.requests).toEqual([]);
  });

  it("refuses a name with one public and one private address", async () => {
    const get = open({ "both.example": [OUTSIDE, "127.0.0.1"] });
    await expect(get(`http://both.example:${outside.port}/`)).rejects.toThrow(/inside/);
  });

  it("gives the redirect of a POST as its answer", async () => {
    const response = await open()(`${outside.origin}/once`, { method: "POST", body: "{}" });
    expect(response.status).toBe(302);
  });
});
