// The changed files of the session, with the same operations as on every surface: list, show by hunks, undo and redo.
import { plural } from "@parley/base";
import {
  findHunks,
  review,
  toChangedFile,
  type ChangeList,
  type Requests,
  type Reviewed,
} from "../../changes/change-requests.ts";
import { drawChanges } from "../draw/changes.ts";
import { drawHunks } from "../draw/hunks.ts";
import { CHANGED_TURNS_MAX, DIFFS_MAX } from "../../limits.ts";
import type { OpenSession } from "../chat-host.ts";
import type { ChatCommand, ChatActions } from "./command.ts";

const NAMED_MAX = 5;

export const changesCommands: readonly ChatCommand[] = [
  {
    name: "files",
    summary: "List the files that this session changed",
    run: (_argument, actions) => withSession(actions, listFiles),
  },
  {
    name: "diff",
    summary: "Show the last turn's changes, or those of this session to one file",
    hint: "[PATH]",
    run: (argument, actions) => withSession(actions, (...parts) => showDiff(argument, ...parts)),
  },
  {
    name: "undo",
    summary: "Undo the last turn's changes: all, one file, or a hunk as numbered by /diff PATH",
    hint: "[PATH [HUNK]]",
    run: (argument, actions) => withSession(actions, (...parts) => reviewChanges("undo", argument, ...parts)),
  },
  {
    name: "redo",
    summary: "Redo changes that were undone",
    hint: "[PATH [HUNK]]",
    run: (argument, actions) => withSession(actions, (...parts) => reviewChanges("redo", argument, ...parts)),
  },
];

type Use = (actions: ChatActions, requests: Requests, session: OpenSession) => Promise<void>;
type Action = "undo" | "redo";
type Listed = ChangeList["files"][number];

async function withSession(actions: ChatActions, use: Use): Promise<void> {
  if (actions.session !== undefined) await use(actions, actions.host.requests, actions.session);
}

async function listFiles(actions: ChatActions, requests: Requests, { id }: OpenSession): Promise<void> {
  const { files: listed, omitted } = await requests.request("changes/list", { id });
  const files = listed.map(toChangedFile);
  if (files.length === 0) actions.note("info", "No files changed so far.");
  else actions.print({ type: "drawn", draw: (theme) => drawChanges({ files, omitted }, theme, files.length) });
}

/** Hunks are numbered over the session, so that a number means the same until the file changes again. */
async function showDiff(
  argument: string,
  actions: ChatActions,
  requests: Requests,
  { id }: OpenSession,
): Promise<void> {
  const selection = argument === "" ? { turn: "last" } : {};
  const paths =
    argument === ""
      ? (await requests.request("changes/list", { id, ...selection })).files.map(({ path }) => path)
      : [argument];
  if (paths.length === 0) actions.note("info", "No files changed so far.");
  for (const path of paths.slice(0, DIFFS_MAX)) {
    const file = await requests.request("changes/file", { id, path, ...selection });
    actions.print({ type: "drawn", draw: (theme) => drawHunks(file, theme) });
  }
  if (paths.length > DIFFS_MAX)
    actions.note("info", `${plural(paths.length - DIFFS_MAX, "more file")} changed.`, "/diff PATH shows one of them");
}

interface Chosen {
  readonly selection: { readonly turn?: string };
  readonly files: readonly Listed[];
  readonly hunks?: readonly string[];
}

async function reviewChanges(
  action: Action,
  argument: string,
  actions: ChatActions,
  requests: Requests,
  session: OpenSession,
): Promise<void> {
  const { path, hunk } = readArgument(argument);
  const chosen =
    path !== undefined && hunk !== undefined
      ? await chooseHunk(requests, session.id, path, hunk)
      : await chooseTurn(action, requests, session.id, path);
  if (chosen === undefined) {
    actions.note("info", action === "undo" ? "Nothing to undo." : "Nothing to redo: nothing was undone.");
    return;
  }
  const isAsked = action === "undo" && path === undefined;
  if (isAsked && !(await confirm(actions, chosen.files))) return;
  await carryOut(action, { ...chosen, ...(path !== undefined && { path }) }, actions, requests, session, false);
}

/** A number at the end is a hunk, unless it is the only argument. */
function readArgument(argument: string): { readonly path?: string; readonly hunk?: number } {
  if (argument === "") return {};
  const match = /^(.+?)\s+(\d+)$/.exec(argument);
  return match?.[1] === undefined ? { path: argument } : { path: match[1], hunk: Number(match[2]) };
}

async function chooseHunk(requests: Requests, id: string, path: string, hunk: number): Promise<Chosen> {
  return { selection: {}, files: [], hunks: await findHunks(requests, id, {}, path, [hunk]) };
}

/** The last turn with something to undo or redo; if no file is named, kept changes are skipped. */
async function chooseTurn(
  action: Action,
  requests: Requests,
  id: string,
  path: string | undefined,
): Promise<Chosen | undefined> {
  const { turns } = await requests.request("changes/list", { id });
  const isOpen = ({ state }: Listed): boolean =>
    state === "partial" ||
    (action === "redo" ? state === "undone" : state === "pending" || (path !== undefined && state === "kept"));
  for (const { number } of turns.slice(-CHANGED_TURNS_MAX).toReversed()) {
    const selection = { turn: `${number}` };
    const { files } = await requests.request("changes/list", { id, ...selection });
    const found = files.filter((file) => isOpen(file) && (path === undefined || file.path === path));
    if (found.length > 0) return { selection, files: found };
  }
  return undefined;
}

async function confirm(actions: ChatActions, files: readonly Listed[]): Promise<boolean> {
  const items = [
    { id: "yes", key: "y", label: "Undo", description: named(files) },
    { id: "no", key: "n", label: "Cancel" },
  ];
  return (await actions.pick(`Undo the last turn's changes to ${plural(files.length, "file")}?`, items)) === "yes";
}

async function carryOut(
  action: Action,
  chosen: Chosen & { readonly path?: string },
  actions: ChatActions,
  requests: Requests,
  session: OpenSession,
  force: boolean,
): Promise<void> {
  const { selection, path, hunks } = chosen;
  const request = {
    id: session.id,
    ...selection,
    ...(path !== undefined && { paths: [path] }),
    ...(hunks && { hunks }),
  };
  const onWait = (): void => actions.note("info", "Waiting for the running turn to end.");
  const { files, left } = await actions.during(
    session.isRunning ? "Waiting for the turn to end" : action === "undo" ? "Undoing" : "Redoing",
    () =>
      actions.view.review(
        () => review(requests, action, { ...request, ...(force && { force }) }, onWait),
        ({ files: done }) => done.length > 0,
      ),
  );
  if (files.length > 0)
    actions.note(
      "info",
      `${action === "undo" ? "Restored" : "Redone:"} ${plural(files.length, "file")}.`,
      named(files),
    );
  const since = left.filter(({ reason, hunk }) => reason === "changed_since" && hunk === undefined);
  for (const one of left) if (!since.includes(one)) actions.note("warning", `${one.path}: ${one.message}`);
  if (since.length > 0 && !force && (await mayOverwrite(actions, since)))
    await carryOut(action, chosen, actions, requests, session, true);
}

async function mayOverwrite(actions: ChatActions, since: Reviewed["left"]): Promise<boolean> {
  const items = [
    { id: "leave", key: "1", label: "Keep them" },
    { id: "overwrite", key: "2", label: "Restore them too", description: "later changes are lost" },
  ];
  return (await actions.pick(`${plural(since.length, "file")} changed since: ${named(since)}`, items)) === "overwrite";
}

function named(files: readonly { readonly path: string }[]): string {
  const names = files.slice(0, NAMED_MAX).map(({ path }) => path);
  return names.join(", ") + (files.length > NAMED_MAX ? ", …" : "");
}
