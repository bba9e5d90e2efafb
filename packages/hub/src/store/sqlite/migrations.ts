// Every migration, by name and in order. A released migration is never changed.
import type { Migration } from "kysely";
import { first } from "./migrations/0001-first.ts";
import { usage } from "./migrations/0002-usage.ts";
import { usageTime } from "./migrations/0003-usage-time.ts";

export const migrations: Readonly<Record<string, Migration>> = {
  "0001-first": first,
  "0002-usage": usage,
  "0003-usage-time": usageTime,
};
