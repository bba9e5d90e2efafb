// The review of changed files.
import type { ReactNode } from "react";
import { Changes, type ChangeList, type ChangesPort, type ChangesView, type ShownFile } from "../../src/index.ts";
import type { GalleryGroup, GalleryState } from "../gallery-state.ts";

type ListedFile = ChangeList["files"][number];

const CART: ShownFile = {
  path: "src/cart.ts",
  change: "modified",
  lines_added: 3,
  lines_removed: 2,
  approval: "approved",
  turns: [2],
  state: "partial",
  content: "text",
  before: "export function total() {}\n",
  after: "export function total(lines: Line[]) {}\n",
  hunks: [
    {
      id: "a",
      number: 1,
      old_start: 8,
      old_lines: 3,
      new_start: 8,
      new_lines: 4,
      lines: [
        " export function round(value: number) {",
        "-  return Math.round(value * 100) / 100;",
        "+  // 1.005 must not become 1.00",
        "+  return Math.round((value + EPS) * 100) / 100;",
        " }",
      ],
      state: "pending",
      written_by: { tool_call_id: "1", title: "Edit src/cart.ts", turn: 2 },
    },
    {
      id: "b",
      number: 2,
      old_start: 40,
      old_lines: 1,
      new_start: 41,
      new_lines: 1,
      lines: ["-const LIMIT = 5000;", "+const LIMIT = 4000;"],
      state: "undone",
    },
  ],
  written_by: [],
};

const OTHERS: readonly ListedFile[] = [
  {
    path: "package.json",
    change: "modified",
    lines_added: 1,
    lines_removed: 0,
    approval: "unapproved",
    turns: [2],
    state: "pending",
  },
  {
    path: "src/discount.ts",
    change: "renamed",
    from: "src/rebate.ts",
    approval: "differs",
    turns: [1, 2],
    state: "kept",
  },
  { path: "assets/logo.png", change: "added", approval: "approved", turns: [1], state: "undone" },
];

const LIST: ChangeList = {
  turns: [
    { number: 1, seq: 10, at_ms: 0, is_running: false, files: 2 },
    { number: 2, seq: 30, at_ms: 0, is_running: false, files: 3 },
  ],
  files: [OTHERS[0], CART, ...OTHERS.slice(1)].filter((file) => file !== undefined),
  omitted: 0,
};

/** A view that does not change, and a port that does nothing but show what it was asked for. */
function show(fields: Partial<Pick<ChangesView, "list" | "problem">>): GalleryState["open"] {
  return ({ log }): ReactNode => {
    const view: ChangesView = {
      list: undefined,
      problem: undefined,
      turn: undefined,
      file: (path) => (path === CART.path ? CART : WITHOUT_TEXT),
      subscribe: () => () => undefined,
      ...fields,
    };
    const port: ChangesPort = {
      selectTurn: (turn) => log("selectTurn", turn),
      open: () => () => undefined,
      review: (action, target) => {
        log("review", action, target);
        const { path = CART.path } = target;
        const left = {
          path,
          reason: "changed_since",
          message: "It was changed since, so it is left as it is",
        } as const;
        return Promise.resolve({ action, files: [], left: target.isForced === true ? [] : [left] });
      },
    };
    return <Changes view={view} port={port} />;
  };
}

const WITHOUT_TEXT: ShownFile = { ...CART, content: "binary", before: null, after: null, hunks: [] };

export const changes: GalleryGroup = {
  id: "changes",
  title: "Changes",
  states: [
    {
      id: "reviewed",
      title: "Pending, kept, undone, not approved; every button is refused",
      open: show({ list: LIST }),
    },
    {
      id: "running",
      title: "While the turn runs",
      open: show({ list: { ...LIST, turns: LIST.turns.map((turn) => ({ ...turn, is_running: turn.number === 2 })) } }),
    },
    { id: "empty", title: "Nothing changed", open: show({ list: { turns: [], files: [], omitted: 0 } }) },
    { id: "loading", title: "Not read yet", open: show({}) },
    { id: "problem", title: "Cannot be read", open: show({ problem: "Session 4711 not found" }) },
    { id: "omitted", title: "More than can be listed", open: show({ list: { ...LIST, omitted: 12_000 } }) },
  ],
};
