// Makes sure that a port belongs to this home's server before the token is sent there: a server that crashed leaves its
// file behind, and another program, perhaps of another user, may use the port.
import { CHALLENGE_HEADER, isServerProof, PROOF_HEADER, readServerSecret } from "../server-secret.ts";
import { randomBytes } from "node:crypto";
// Avoids `fetch`, because completion uses this file and loading `fetch` would take longer than the rest.
import { get, type IncomingMessage } from "node:http";
import { SERVER_PROOF_MS } from "../limits.ts";

/** `silent`: no answer in time. `unproven`: something answers, but it is not this home's server. */
export type ServerProof = "proven" | "unproven" | "silent";

const CHALLENGE_BYTES = 32;
const HTTP_PORT = 80;

export async function proveServerOf(
  home: string,
  url: string,
  withinMs: number = SERVER_PROOF_MS,
): Promise<ServerProof> {
  const secret = await readServerSecret(home);
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const { protocol, port } = new URL(url);
  // This home's server is on this machine, so no proxy with TLS is in between.
  if (protocol !== "http:") return "unproven";
  const response = await ask(`${url}/health`, challenge, withinMs);
  if (response === undefined) return "silent";
  response.destroy();
  const proof = response.headers[PROOF_HEADER.toLowerCase()];
  if (secret === undefined || typeof proof !== "string") return "unproven";
  return isServerProof(proof, secret, challenge, Number(port) || HTTP_PORT) ? "proven" : "unproven";
}

async function ask(url: string, challenge: string, withinMs: number): Promise<IncomingMessage | undefined> {
  try {
    return await new Promise((resolve, reject) => {
      const options = {
        headers: { [CHALLENGE_HEADER]: challenge },
        agent: false,
        signal: AbortSignal.timeout(withinMs),
      };
      get(url, options, resolve).once("error", reject);
    });
  } catch {
    return undefined; // No server answers there.
  }
}
