// Makes sure that whatever answers at a port is the server of this home, before it is sent the token: a server that ended leaves
// its file and its port behind, and another program, perhaps another user's, may have the port now.
import { CHALLENGE_HEADER, isServerProof, PROOF_HEADER, readServerSecret } from "@parley/home";
import { randomBytes } from "node:crypto";
// Not `fetch`: completion comes by here too, and loading it takes longer than all of this.
import { get, type IncomingMessage } from "node:http";
import { SERVER_CHECK_MS } from "../limits.ts";

/** `silent`: nothing answers, or not in time. `unproven`: something does, and it is not the server of this home. */
export type ServerProof = "proven" | "unproven" | "silent";

const CHALLENGE_BYTES = 32;
const HTTP_PORT = 80;

export async function proveServerOf(
  home: string,
  url: string,
  withinMs: number = SERVER_CHECK_MS,
): Promise<ServerProof> {
  const secret = await readServerSecret(home);
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const { protocol, port } = new URL(url);
  // Servers of this home are reached directly; there is nothing in between that would speak TLS.
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
    return undefined; // Whatever it was, no server answers there.
  }
}
