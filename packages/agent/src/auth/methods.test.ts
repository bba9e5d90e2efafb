import { AUTH_REQUIRED } from "@parley/acp";
import { decoders } from "@parley/acp/decode";
import { describe, expect, it } from "vitest";
import { providers } from "../models/providers.ts";
import { toAuthRequired } from "./auth-required.ts";
import { isSignedIn, toAuthMethods, variablesOf } from "./methods.ts";

const options = { providers, env: {}, loginArgs: ["login"], hasTerminal: true };

describe("the ways to sign in", () => {
  it("use the protocol's types, and name every variable that can provide the key", () => {
    const methods = toAuthMethods(options);
    expect(methods).toMatchObject([
      { id: "environment", description: expect.stringContaining("ANTHROPIC_API_KEY") },
      { id: "github", description: expect.stringContaining("PARLEY_GITHUB_CLIENT_ID") },
      { type: "terminal", id: "terminal", args: ["login"] },
    ]);
    const described = methods[0]?.description ?? "";
    for (const name of variablesOf(providers)) expect(described).toContain(name);
    expect(described).toContain("AZURE_API_KEY and AZURE_RESOURCE_NAME or");
    expect(described).not.toContain("Ready");
    const decoded = decoders.InitializeResponse({ protocolVersion: 1, authMethods: methods });
    expect(decoded).toMatchObject({ ok: true, repairs: [], value: { authMethods: methods } });
  });

  it("report which keys are available, from variables or saved, without their values", () => {
    const env = { ANTHROPIC_API_KEY: "sk-secret", OPENAI_API_KEY: " ", PARLEY_GITHUB_CLIENT_ID: "Iv1.x" };
    const methods = toAuthMethods({ ...options, env, kept: new Set(["GEMINI_API_KEY", "AZURE_API_KEY"]) });
    expect(methods[0]?.description).toMatch(/Ready now: Anthropic, Google Gemini\.$/);
    expect(methods[1]?.description).not.toContain("PARLEY_GITHUB_CLIENT_ID");
    expect(JSON.stringify(methods)).not.toMatch(/sk-secret|Iv1/);
  });

  it("have a terminal only for clients that open one", () => {
    expect(toAuthMethods({ ...options, hasTerminal: false }).map(({ id }) => id)).toEqual(["environment", "github"]);
  });

  it("are not needed for what runs on this machine", () => {
    const ollama = providers.find(({ id }) => id === "ollama");
    expect(ollama && isSignedIn(ollama, { env: {} })).toBe(false);
    expect(toAuthMethods(options)[0]?.description).not.toContain("Ollama");
  });
});

describe("the error of a model without a key", () => {
  it("is −32000 with the ways and the variables", () => {
    const methods = toAuthMethods(options);
    const failure = { message: "There is no key for Anthropic", remedy: "Set one", variables: ["ANTHROPIC_API_KEY"] };
    expect(toAuthRequired(failure, methods).toWire()).toEqual({
      code: AUTH_REQUIRED,
      message: "There is no key for Anthropic. Set one.",
      data: { methods, variables: ["ANTHROPIC_API_KEY"] },
    });
    expect(toAuthRequired({ message: "No." }, []).toWire()).toMatchObject({ message: "No.", data: { variables: [] } });
  });
});
