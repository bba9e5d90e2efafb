// Signing in to our own agent through our own client: what is missing is said, a code reaches the person, and it can be forgotten.
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { AUTH_REQUIRED } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { openOwnPlace, TEST_MS } from "./own-place.ts";

/** As the client tells it. */
const SIGN_IN_NEEDED = { code: "sign_in_needed" };
const NO_KEYS = { OPENAI_BASE_URL: "", OPENAI_API_KEY: "" };

describe("our own agent without a key", { timeout: TEST_MS }, () => {
  it("answers initialize, creates sessions, and says at the prompt what to set", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open({ model: "anthropic/claude-sonnet-5-5", env: NO_KEYS });
    const one = await own.newSession();
    const { result } = await one.play("say never");
    expect(result.error).toMatchObject(SIGN_IN_NEEDED);
    expect(result.error?.cause).toMatchObject({
      code: AUTH_REQUIRED,
      message: expect.stringContaining("ANTHROPIC_API_KEY"),
      data: { variables: expect.arrayContaining(["ANTHROPIC_API_KEY"]), methods: expect.any(Array) },
    });
    expect(own.agent.signIns).toContainEqual(
      expect.objectContaining({ type: "terminal", args: expect.arrayContaining(["agent", "login"]) }),
    );
    await expect(own.agent.signIn("environment")).rejects.toMatchObject(SIGN_IN_NEEDED);
  });

  it("runs scripts if nothing is configured", async () => {
    await using place = await openOwnPlace();
    await using own = await place.open({ model: "offline/script", env: NO_KEYS });
    const one = await own.newSession();
    expect((await one.prompt("say hello\nthink why")).text).toBe("hello");
  });
});

describe("signing in with GitHub", { timeout: TEST_MS }, () => {
  it("shows the code as a page, stores the token privately, and removes it", async () => {
    await using place = await openOwnPlace();
    await using github = await startGitHub();
    const shown: string[] = [];
    const env = {
      ...NO_KEYS,
      PARLEY_GITHUB_HOST: github.url,
      PARLEY_GITHUB_CLIENT_ID: "client-1",
      GITHUB_MODELS_BASE_URL: `${place.model.url}/v1`,
    };
    await using own = await place.open({
      model: "github/openai/gpt-5",
      env,
      elicitation: async ({ request }) => {
        shown.push(JSON.stringify(request));
        github.isTypedIn = true;
        return { action: "accept" };
      },
    });
    const one = await own.newSession();
    expect((await one.play("say never")).result.error).toMatchObject(SIGN_IN_NEEDED);
    await own.agent.signIn("github");
    expect(shown).toEqual([expect.stringContaining("ABCD-1234")]);
    expect((await one.play("say signed in")).text).toBe("signed in");
    expect(place.model.requests.at(-1)?.headers["authorization"]).toBe("Bearer gho_token");
    expect(await isPrivate(join(place.home, "credentials.json"))).toBe(true);
    await own.agent.signOut();
    expect((await one.play("say never")).result.error).toMatchObject(SIGN_IN_NEEDED);
  });
});

/** Windows has no such modes: there the folder is the user's. */
async function isPrivate(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  return process.platform === "win32" || (mode & 0o777) === 0o600;
}

interface GitHub extends AsyncDisposable {
  readonly url: string;
  /** Whether the person has typed in the code. */
  isTypedIn: boolean;
}

async function startGitHub(): Promise<GitHub> {
  const code = {
    device_code: "device-1",
    user_code: "ABCD-1234",
    verification_uri: "https://github.com/login/device",
    expires_in: 900,
    interval: 1,
  };
  const server = createServer((request, response) => {
    request.resume();
    const token = github.isTypedIn
      ? { access_token: "gho_token", token_type: "bearer" }
      : { error: "authorization_pending" };
    const answer = request.url?.endsWith("/login/device/code") === true ? code : token;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const github: GitHub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isTypedIn: false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return github;
}
