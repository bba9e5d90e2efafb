// The secret that a server and the programs of the same home share: it signs cookies, and proves which server answers on a port.
import { createHmac, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { loadOrCreateSecret, readSecret } from "./files/secret-file.ts";

export const CHALLENGE_HEADER = "Parley-Challenge";
export const PROOF_HEADER = "Parley-Proof";

/** Deleting the file while no server runs creates a new secret: earlier cookies are no longer valid. */
export function serverSecretPathOf(parleyHome: string): string {
  return join(parleyHome, "server-secret");
}

export function loadOrCreateServerSecret(parleyHome: string): Promise<string> {
  return loadOrCreateSecret(serverSecretPathOf(parleyHome));
}

/** Undefined if no server has started yet that uses one. */
export function readServerSecret(parleyHome: string): Promise<string | undefined> {
  return readSecret(serverSecretPathOf(parleyHome));
}

/**
 * The answer of the server that has this secret. It names the port, so that a program at another port cannot pass the challenge
 * on to the real server and use its answer. Undefined for something that is not a challenge.
 */
export function proveServer(secret: string, challenge: string, port: number): string | undefined {
  if (!/^[\w-]{16,128}$/.test(challenge)) return undefined;
  return createHmac("sha256", secret).update(`parley server ${port} ${challenge}`).digest("base64url");
}

export function isServerProof(proof: string, secret: string, challenge: string, port: number): boolean {
  const expected = Buffer.from(proveServer(secret, challenge, port) ?? "");
  const sent = Buffer.from(proof);
  return expected.length > 0 && sent.length === expected.length && timingSafeEqual(sent, expected);
}
