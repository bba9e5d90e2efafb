import { request } from "node:http";
import { expect, it } from "vitest";
import { openCallbackServer } from "./callback-server.ts";

/** As it stands: fetch would repair the path. */
function statusOf(redirectUrl: string, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(redirectUrl);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once("error", reject)
      .end();
  });
}

it("accepts the callback with its state, after any other requests", async () => {
  await using server = await openCallbackServer("right");
  for (const path of ["//", "http://[", "/", "/callback?%", "/favicon.ico"]) {
    expect(await statusOf(server.redirectUrl, path)).toBeGreaterThanOrEqual(400);
  }
  expect(await statusOf(server.redirectUrl, "/callback?state=wrong&code=a")).toBe(400);
  expect(await statusOf(server.redirectUrl, "/callback?state=right&code=b")).toBe(200);
  expect((await server.callback).get("code")).toBe("b");
});
