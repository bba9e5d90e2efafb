import { describe, expect, it } from "vitest";
import { isServerProof, proveServer } from "./server-secret.ts";

const [SECRET, CHALLENGE, PORT] = ["the server's secret", "0123456789abcdef", 4717] as const;
const proof = proveServer(SECRET, CHALLENGE, PORT) ?? "";

describe("the proof of a server", () => {
  it("is accepted for its own secret, challenge and port only", () => {
    expect(isServerProof(proof, SECRET, CHALLENGE, PORT)).toBe(true);
    expect(isServerProof(proof, "another secret", CHALLENGE, PORT)).toBe(false);
    expect(isServerProof(proof, SECRET, "0123456789abcdeg", PORT)).toBe(false);
    expect(isServerProof(proof, SECRET, CHALLENGE, PORT + 1)).toBe(false);
  });

  it.each(["", " ", proof.slice(0, -1), `${proof}=`, proof.toUpperCase(), "é".repeat(proof.length), CHALLENGE])(
    "is not %j",
    (sent) => {
      expect(isServerProof(sent, SECRET, CHALLENGE, PORT)).toBe(false);
    },
  );

  it.each(["", "short", "x".repeat(129), "4717 0123456789abcdef", "0123456789abcde\n", `${CHALLENGE}\n`])(
    "is not given for the challenge %j",
    (challenge) => {
      expect(proveServer(SECRET, challenge, PORT)).toBeUndefined();
      expect(isServerProof("", SECRET, challenge, PORT)).toBe(false);
    },
  );
});
