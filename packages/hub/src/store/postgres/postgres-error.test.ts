import { ParleyError } from "@parley/base";
import { describe, expect, it } from "vitest";
import { isConflict, isTimeout, toPostgresError } from "./postgres-error.ts";

const failed = (code: string | undefined, message = "words"): Error => Object.assign(new Error(message), { code });

const describeIn = (cause: unknown): ParleyError => toPostgresError("postgres://db", "read sessions", cause);

describe("an error of the database", () => {
  it.each([
    ["28P01", "bad_config", "Check the user and the password"],
    ["3D000", "bad_config", "Create the database first"],
    ["42501", "bad_config", "Let the user own the database"],
    ["53100", "disk_full", "Free some disk space"],
    ["53300", "store_failed", "Raise max_connections"],
    ["57014", "store_failed", "Check the load"],
    ["57P01", "store_failed", "Check that PostgreSQL is running"],
    ["08006", "store_failed", "Check that PostgreSQL is running"],
    ["ECONNREFUSED", "store_failed", "Check that PostgreSQL is running"],
    ["25006", "store_failed", "Use the address of the primary server"],
  ])("with the code %s says what to do", (code, expected, label) => {
    const error = describeIn(failed(code));
    expect(error.code).toBe(expected);
    expect(error.remedy?.label).toContain(label);
    expect(error.message).toContain("Could not read sessions in postgres://db: ");
    expect(error.message).toContain("words");
  });

  it.each([
    ["Connection terminated unexpectedly", "the database cannot be reached"],
    ["timeout exceeded when trying to connect", "all connections of this server to the database are in use"],
    ["Query read timeout", "the database took too long to answer"],
  ])("without a code is recognised by its words: %s", (message, why) => {
    expect(describeIn(failed(undefined, message)).message).toContain(`${why} (${message})`);
  });

  it.each([failed("42601", "syntax error"), "syntax error"])("that is unknown keeps its words", (cause) => {
    const error = describeIn(cause);
    expect(error).toMatchObject({ code: "store_failed", remedy: undefined, cause });
    expect(error.message).toBe("Could not read sessions in postgres://db: syntax error");
  });

  it("for several addresses has the words of all", () => {
    const cause = Object.assign(new AggregateError([new Error("one"), new Error("two")], ""), { code: "ECONNREFUSED" });
    expect(describeIn(cause).message).toContain("the database cannot be reached (one; two)");
  });

  it("stays as it is if it is one of our own", () => {
    const own = new ParleyError({ code: "session_lost", message: "gone" });
    expect(describeIn(own)).toBe(own);
  });
});

it("repeats only what another transaction was in the way of", () => {
  expect(["40001", "40P01", "23505", undefined].map((code) => isConflict(failed(code)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isConflict("40001")).toBe(false);
});

it("recognises that the driver has waited long enough", () => {
  expect(isTimeout(failed(undefined, "Query read timeout"))).toBe(true);
  expect([failed("57014"), "Query read timeout", undefined].map(isTimeout)).toEqual([false, false, false]);
});
