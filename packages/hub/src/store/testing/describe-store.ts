// What every store does, whatever it keeps its rows in.
import { describe } from "vitest";
import { describeAgents } from "./describe-agents.ts";
import { describeBatches } from "./describe-batches.ts";
import { describeDocuments } from "./describe-documents.ts";
import { describeEvents } from "./describe-events.ts";
import { describeForks } from "./describe-forks.ts";
import { describeInteractions, describeKeys } from "./describe-interactions.ts";
import { describePaging } from "./describe-paging.ts";
import { describePruning } from "./describe-pruning.ts";
import { describeQueries } from "./describe-queries.ts";
import { describeRewoundSearch, describeSearch, describeWords } from "./describe-search.ts";
import { describeSessions } from "./describe-sessions.ts";
import { describeTurns } from "./describe-turns.ts";
import { describeUsage } from "./describe-usage.ts";
import type { OpenStore } from "./rows.ts";

export function describeStore(name: string, open: OpenStore): void {
  describe(`a store ${name}`, () => {
    describe("stores sessions and", () => {
      describeSessions(open);
    });
    describe("stores events and", () => {
      describeEvents(open);
      describeBatches(open);
    });
    describe("returns pages and", () => {
      describePaging(open);
    });
    describe("copies events and", () => {
      describeForks(open);
    });
    describe("stores turns and", () => {
      describeTurns(open);
      describeUsage(open);
    });
    describe("stores questions and", () => {
      describeInteractions(open);
      describeKeys(open);
    });
    describe("stores agents and", () => {
      describeAgents(open);
    });
    describe("stores recipes and documents and", () => {
      describeDocuments(open);
    });
    describe("searches and", () => {
      describeSearch(open);
      describeWords(open);
      describeRewoundSearch(open);
      describeQueries(open);
    });
    describe("prunes and", () => {
      describePruning(open);
    });
  });
}
