// Every migration of the tables in PostgreSQL, by name and in order. A released migration is never changed.
import type { Migration } from "kysely";
import { first } from "./migrations/0001-first.ts";
import { nodes } from "./migrations/0002-nodes.ts";
import { places } from "./migrations/0003-places.ts";

export const migrations: Readonly<Record<string, Migration>> = {
  "0001-first": first,
  "0002-nodes": nodes,
  "0003-places": places,
};
