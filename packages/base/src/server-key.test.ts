import { describe, expect, it } from "vitest";
import { findServerKeyProblem, isServerKey } from "./server-key.ts";

const VALID = { name: "build-server.1", hash: "0123456789abcdef".repeat(4), scopes: ["read", "drive"] };

describe("a server key", () => {
  it("is valid with a name, a hash and at least one scope", () => {
    expect(findServerKeyProblem(VALID)).toBeUndefined();
    expect(isServerKey({ ...VALID, name: "x".repeat(64), hash: VALID.hash.toUpperCase() })).toBe(true);
  });

  it.each([undefined, "", "a b", "x/y", "x\n", "é", "x".repeat(65), 7])("cannot have the name %j", (name) => {
    expect(findServerKeyProblem({ ...VALID, name })).toContain("the name must be");
  });

  it("cannot have the name of the server's own token", () => {
    expect(findServerKeyProblem({ ...VALID, name: "token" })).toContain('not "token"');
  });

  it.each([undefined, "", "0".repeat(63), "0".repeat(65), "g".repeat(64), `${VALID.hash}\n`])(
    "cannot have the hash %j",
    (hash) => {
      expect(findServerKeyProblem({ ...VALID, hash })).toBe("the hash is not a SHA-256 in hex");
    },
  );

  it.each([undefined, [], "read", ["root"], ["read", "Admin"], ["read", undefined], { 0: "read", length: 1 }])(
    "cannot have the scopes %j",
    (scopes) => {
      expect(findServerKeyProblem({ ...VALID, scopes })).toBe("scopes must be a list of read, drive, admin");
    },
  );

  it.each([undefined, null, "key", 1, [VALID]])("cannot be %j", (key) => {
    expect(isServerKey(key)).toBe(false);
  });
});
