import { createTempFolder } from "@parley/test-support";
import { sql, type Kysely } from "kysely";
import { expect, it } from "vitest";
import { Connection } from "./connection.ts";
import { migrate, refuseForeign } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { DRIVERS, openDatabase } from "./testing/drivers.ts";

const step = (...words: readonly string[]): { up(db: Kysely<unknown>): Promise<void> } => ({
  async up(db) {
    for (const word of words) await sql.raw(word).execute(db);
  },
});

it.each(DRIVERS)("applies all missing steps, or none, by %s", async (driver) => {
  await using folder = await createTempFolder();
  const database = await openDatabase(driver, folder.file("hub.db"));
  const connection = new Connection(database, "hub.db");
  const namesOf = (): readonly unknown[] =>
    connection
      .prepare("select name from migrations order by name")
      .all()
      .map((row) => (row as { name: string }).name);
  await migrate(connection);
  const good = { ...migrations, "9001-one": step("create table one (a text)") };
  const bad = { ...good, "9002-two": step("create table two (a text)", "create table two (a text)") };
  await expect(migrate(connection, bad)).rejects.toThrow("two");
  expect(namesOf()).toEqual(Object.keys(migrations));
  await migrate(connection, good);
  await migrate(connection, good);
  expect(namesOf()).toEqual(Object.keys(good));
  connection.prepare("insert into one (a) values ('x')").run();
  refuseForeign(connection, good);
  expect(() => refuseForeign(connection)).toThrow("9001-one");
  connection.close();
});
