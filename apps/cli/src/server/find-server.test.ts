import { identifyThisProcess, proveServer } from "@parley/home";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { rm, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findServer, requireServer } from "./find-server.ts";
import { readServerFile, removeServerFile, writeServerFile } from "@parley/home/running-server";

const TOKEN = "the-token-of-this-home";
const SECRET = "the-secret-of-this-home";

/** What the server says to a challenge; an impostor knows less. */
type Prove = (challenge: string, port: number) => string | undefined;
const ownProof: Prove = (challenge, port) => proveServer(SECRET, challenge, port);
let prove: Prove;

/** Something that answers, and keeps what it was sent. */
let server: Server;
let url: string;
let requests: IncomingMessage[];
let home: TempFolder;

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    const { port } = server.address() as AddressInfo;
    const proof = prove(String(request.headers["parley-challenge"]), port);
    if (proof !== undefined) response.setHeader("Parley-Proof", proof);
    const isLetIn = request.url === "/health" || request.headers.authorization === `Bearer ${TOKEN}`;
    response.writeHead(isLetIn ? 200 : 401).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  home = await createTempFolder();
  await writeFile(home.file("token"), `${TOKEN}\n`);
  await writeFile(home.file("server-secret"), `${SECRET}\n`);
  prove = ownProof;
  vi.stubEnv("PARLEY_TOKEN", "");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
  await home[Symbol.asyncDispose]();
});

const find = (wanted: string, tokenFile?: string) => findServer({ wanted, tokenFile, home: home.path });
const here = () => writeServerFile(home.path, { url, pid: process.pid, startedAtMs: 1 });

describe("this home's server", () => {
  it("is found through its file, and gets the home's token", async () => {
    await here();
    const found = { url, token: TOKEN, isLocal: true };
    expect(await find("auto")).toEqual(found);
    expect(await find(`${url.replace("http", "ws")}/acp`)).toEqual(found);
  });

  it("gets the token from PARLEY_TOKEN, if set", async () => {
    await here();
    vi.stubEnv("PARLEY_TOKEN", "a-wrong-one");
    await expect(find("auto")).rejects.toMatchObject({ code: "sign_in_needed" });
  });

  it("is not found if its process has exited or the file is missing", async () => {
    expect(await find("auto")).toBeUndefined();
    await writeServerFile(home.path, { url, pid: 2 ** 30, startedAtMs: 1 });
    expect(await find("auto")).toBeUndefined();
    expect(requests).toEqual([]);
    await expect(requireServer({ wanted: "auto", tokenFile: undefined, home: home.path })).rejects.toMatchObject({
      code: "server_not_found",
      remedy: { command: "parley serve" },
    });
  });

  it("removes only its own file", async () => {
    await here();
    await removeServerFile(home.path, process.pid + 1);
    expect(await readServerFile(home.path)).toMatchObject({ url, pid: process.pid });
    await removeServerFile(home.path, process.pid);
    expect(await readServerFile(home.path)).toBeUndefined();
  });
});

describe("another program on the port of a stopped server", () => {
  const sent = () => requests.map(({ headers }) => headers.authorization);
  const guesses: Readonly<Record<string, Prove>> = {
    "says nothing": () => undefined,
    "has no secret": (challenge, port) => proveServer("a-guess-0123456789", challenge, port),
    "passes the challenge on to the server at its new port": (challenge, port) => ownProof(challenge, port + 1),
    "repeats what it saw before": (_, port) => ownProof("an-earlier-challenge-0123", port),
    "echoes the challenge": (challenge) => challenge,
    "sends an empty proof": () => "",
  };

  it.each(Object.entries(guesses))("gets no token if it %s", async (_, guess) => {
    prove = guess;
    await here();
    vi.stubEnv("PARLEY_TOKEN", TOKEN);
    expect(await find("auto")).toBeUndefined();
    await expect(find(url)).rejects.toMatchObject({ code: "server_not_found" });
    expect(sent()).toEqual([undefined, undefined]);
  });

  it("gets no token if the home has no secret yet", async () => {
    await rm(home.file("server-secret"));
    await here();
    expect(await find("auto")).toBeUndefined();
    expect(sent()).toEqual([undefined]);
  });

  it("is not contacted if the process id belongs to another process now", async () => {
    const identity = await identifyThisProcess();
    await writeServerFile(home.path, { url, ...identity, startedAtMs: 1 });
    expect(await find("auto")).toMatchObject({ url });
    requests = [];
    await writeServerFile(home.path, { url, ...identity, start: "1", startedAtMs: 1 });
    expect(await find("auto")).toBeUndefined();
    expect(requests).toEqual([]);
  });
});

describe("a server given by its address", () => {
  it("does not get the home's token, unless it is this home's server", async () => {
    await expect(find(url)).rejects.toMatchObject({ code: "sign_in_needed" });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it("gets the token that was given for it", async () => {
    vi.stubEnv("PARLEY_TOKEN", TOKEN);
    expect(await find(url)).toEqual({ url, token: TOKEN, isLocal: false });
    await writeFile(home.file("other"), "a-wrong-token-0123");
    await expect(find(url, home.file("other"))).rejects.toMatchObject({ code: "sign_in_needed" });
    await expect(find(url, home.file("missing"))).rejects.toMatchObject({ code: "sign_in_needed" });
    await expect(find("box.example")).rejects.toMatchObject({ code: "usage" });
  });
});
