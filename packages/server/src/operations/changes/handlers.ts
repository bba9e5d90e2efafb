// Files changed by turns.
import type { CheckedParams, Reply } from "@parley/contract";
import type { ReviewAction } from "@parley/hub";
import type { Call } from "../call.ts";
import { defineHandlers } from "../handler.ts";
import { toNativeChange, toNativeList } from "./translate.ts";

export const changeHandlers = defineHandlers({
  "changes/list": async ({ id, ...selection }, { hub }) => toNativeList(await hub.fileChanges.list(id, selection)),
  "changes/file": async ({ id, path, ...selection }, { hub }) =>
    toNativeChange(await hub.fileChanges.file(id, path, selection)),
  "changes/undo": (params, call) => review("undo", params, call),
  "changes/keep": (params, call) => review("keep", params, call),
  "changes/redo": (params, call) => review("redo", params, call),
});

function review(
  action: ReviewAction,
  { id, ...request }: CheckedParams<"changes/undo">,
  { hub, actor }: Call,
): Promise<Reply<"changes/undo">> {
  return hub.fileChanges.review(id, action, { ...request, actor });
}
