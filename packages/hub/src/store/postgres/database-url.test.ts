import { describe, expect, it } from "vitest";
import { checkDatabaseUrl, describeDatabase } from "./database-url.ts";

describe("the address of a database", () => {
  it.each(["postgres://host/db", "postgresql://user:hunter2@host:5432/db", "postgres:///db?host=/run"])(
    "is accepted: %s",
    (url) => {
      expect(() => checkDatabaseUrl(url)).not.toThrow();
    },
  );

  it.each(["", "host/db", "mysql://user:hunter2@host/db", "postgres//user:hunter2@host", "postgres://user:hunter2@[/"])(
    "is refused without being repeated: %j",
    (url) => {
      expect(() => checkDatabaseUrl(url)).toThrow(
        expect.objectContaining({ code: "bad_config", message: "The database address is not one of PostgreSQL" }),
      );
    },
  );

  it.each([
    ["postgres://user:hunter2@host:5433/db?password=hunter2&sslmode=require#hunter2", "postgres://user@host:5433/db"],
    ["postgresql://:hunter2@host/db", "postgres://host/db"],
    ["postgres:///db?host=/run/postgresql&password=hunter2", "postgres:///run/postgresql/db"],
    ["postgres:///db", "postgres://localhost/db"],
    ["postgres://[::1]:5432/db", "postgres://[::1]:5432/db"],
    ["postgres://user:hunter2@host:port/db", "the database"],
    ["", "the database"],
  ])("is shown without its password: %s", (url, shown) => {
    expect(describeDatabase(url)).toBe(shown);
  });
});
