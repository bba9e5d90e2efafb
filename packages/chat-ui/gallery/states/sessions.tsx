// The list of sessions.
import { SessionList, type SessionEntry } from "../../src/index.ts";
import type { GalleryGroup, GalleryState } from "../gallery-state.ts";

const MINUTE_MS = 60_000;

const entry = (id: string, more: Partial<SessionEntry>): SessionEntry => ({
  id,
  title: "Fix the rounding of discounts",
  agent: "Goose",
  folder: "/home/ada/shop-api",
  status: "idle",
  line: "All 42 tests pass.",
  updatedAtMs: Date.now() - 3 * MINUTE_MS,
  ...more,
});

const STATES: readonly SessionEntry[] = [
  entry("1", { status: "needs_you", title: "Test the total", line: "Write test/cart.test.ts" }),
  entry("2", { status: "running", title: "Move orders to the new table", line: "Read src/orders.ts" }),
  entry("3", { status: "failed", title: "Deploy the preview", line: "The agent exited with code 1" }),
  entry("4", { status: "unread", title: "Describe the API" }),
  entry("5", {}),
  entry("6", { folder: "/srv/old/shop-api", title: "Another folder of the same name", line: "" }),
];

const HOSTILE: readonly SessionEntry[] = [
  entry("a", { title: "<img src=x onerror=alert(1)>", line: "<script>alert(1)</script>" }),
  entry("b", { title: "invoice\u202efdp.exe", line: "zero\u200bwidth", agent: "\u2066agent" }),
  entry("../c", { title: "t".repeat(10_000), line: "l".repeat(10_000), folder: `/${"f".repeat(5_000)}` }),
];

const show =
  (entries: readonly SessionEntry[]): GalleryState["open"] =>
  () => (
    <nav aria-label="Sessions" className="gallery-narrow">
      <SessionList
        entries={entries}
        currentId={entries[1]?.id}
        hrefOf={(id) => `#/sessions/list?${encodeURIComponent(id)}`}
      />
    </nav>
  );

export const sessions: GalleryGroup = {
  id: "sessions",
  title: "Sessions",
  states: [
    { id: "states", title: "Every state", open: show(STATES) },
    { id: "hostile", title: "Titles and lines that mean harm", open: show(HOSTILE) },
    {
      id: "many",
      title: "2,000 sessions",
      open: show(
        Array.from({ length: 2_000 }, (_, at) =>
          entry(`n${at}`, { title: `Session ${at}`, updatedAtMs: Date.now() - at * 10 * MINUTE_MS }),
        ),
      ),
    },
  ],
};
