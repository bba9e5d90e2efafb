// What a remote agent's server cannot make us do: reach addresses of this machine, or show what is there.
import { redirectTo, startWebServer, type WebServer } from "@parley/test-support";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchCard } from "./remote-card.ts";

const CARD = { name: "Weather", supportedInterfaces: [], capabilities: {}, skills: [] };
const SECRET = "db-password-hunter2";
let web: WebServer;
let inside: WebServer;

beforeAll(async () => {
  inside = await startWebServer(
    { "/.well-known/agent-card.json": JSON.stringify(CARD), "/secret.json": SECRET },
    "127.0.0.3",
  );
  web = await startWebServer({
    "/card.json": JSON.stringify(CARD),
    "/text.json": SECRET,
    "/broken.json": `{"password": "${SECRET}", `,
    "/other.json": JSON.stringify({ password: SECRET }),
    "/denied.json": (_, response) => response.writeHead(403).end(SECRET),
    "/inside.json": redirectTo(`${inside.origin}/secret.json`),
    "/moved.json": redirectTo("/card.json"),
  });
});

afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await inside[Symbol.asyncDispose]();
});

it("reads a card at the configured address, also on this machine, and after a redirect to the same host", async () => {
  expect(await fetchCard(`${web.origin}/card.json`)).toMatchObject({ name: "Weather" });
  expect(await fetchCard(`${web.origin}/moved.json`)).toMatchObject({ name: "Weather" });
  expect(await fetchCard(`http://localhost:${web.port}/card.json`)).toMatchObject({ name: "Weather" });
});

it.each(["text", "broken", "other", "denied"])("does not quote a response that is not a card: %s", async (name) => {
  const failed = fetchCard(`${web.origin}/${name}.json`);
  await expect(failed).rejects.toMatchObject({ code: "connection_failed" });
  await expect(failed).rejects.not.toThrow(SECRET);
});

it("does not follow a redirect to another address of this machine", async () => {
  await expect(fetchCard(`${web.origin}/inside.json`)).rejects.toThrow(/127\.0\.0\.3 is this machine \(loopback\)/);
  expect(inside.requests).not.toContain("/secret.json");
});

it("does not follow a name to this machine, unless it is allowed", async () => {
  const url = `http://name.localtest.invalid:${web.port}/card.json`;
  await expect(fetchCard(url)).rejects.toMatchObject({ code: "connection_failed" });
  expect(await fetchCard(inside.origin)).toMatchObject({ name: "Weather" });
});
