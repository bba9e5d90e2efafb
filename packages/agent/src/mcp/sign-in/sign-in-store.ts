// Stores sign-ins to remote MCP servers by server URL: tokens and our client registration, readable only by their
// owner.
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { isObject, type Log } from "@parley/base";
import { changeAlone, createFolder, guardFiles, writeAtOnce } from "@parley/home";
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPrivateText } from "../../auth/private-file.ts";

export interface SignIn {
  /** The server's URL. */
  readonly url: string;
  readonly client: StoredOAuthClientInformation;
  readonly tokens: StoredOAuthTokens;
  /** The token endpoint, discovered when the user signed in. */
  readonly discovery: OAuthDiscoveryState;
  /** The resource that tokens are requested for (RFC 8707). */
  readonly resource?: string | undefined;
}

export class SignInStore {
  /** Rules recognise this name as a file with secrets. */
  readonly path: string;
  readonly #url: string;
  readonly #log: Log;

  constructor(parleyHome: string, url: string, log: Log) {
    this.#url = toKey(url);
    const name = createHash("sha256").update(this.#url).digest("hex").slice(0, 32);
    this.path = join(parleyHome, "mcp-sign-ins", name, "credentials.json");
    this.#log = log;
  }

  /** Undefined if the user is not signed in, or if the file is damaged; signing in replaces it. */
  async read(): Promise<SignIn | undefined> {
    const text = await guardFiles(`${this.path} cannot be read`, () => readPrivateText(this.path, this.#log));
    return text === undefined ? undefined : parse(text, this.#url);
  }

  async write(signIn: Omit<SignIn, "url">): Promise<void> {
    const text = `${JSON.stringify({ url: this.#url, ...signIn }, undefined, 2)}\n`;
    await guardFiles(`Cannot change ${this.path}`, () => writeAtOnce(this.path, text));
  }

  /** One process at a time: a refresh token often works only once. */
  async alone<Value>(change: () => Promise<Value>): Promise<Value> {
    await createFolder(dirname(this.path));
    return changeAlone(this.path, change);
  }

  /** False if there was none. */
  async remove(): Promise<boolean> {
    if ((await this.read()) === undefined) return false;
    await guardFiles(`Cannot remove ${this.path}`, () => rm(dirname(this.path), { recursive: true, force: true }));
    return true;
  }
}

/** Without the fragment, which is never sent to a server. */
function toKey(url: string): string {
  const address = new URL(url);
  address.hash = "";
  return address.href;
}

/** Errors never quote it, and a copy from another server is ignored. */
function parse(text: string, url: string): SignIn | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || value["url"] !== url) return undefined;
    const { client, tokens, discovery } = value;
    const isWhole =
      isObject(client) &&
      typeof client["client_id"] === "string" &&
      isObject(tokens) &&
      typeof tokens["access_token"] === "string" &&
      isObject(discovery) &&
      typeof discovery["authorizationServerUrl"] === "string";
    return isWhole ? (value as unknown as SignIn) : undefined;
  } catch {
    return undefined;
  }
}
