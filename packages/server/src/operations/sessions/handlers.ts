// Sessions as a whole: create, search, show, rename, fork, delete.
import type { CheckedParams, NativeSession } from "@parley/contract";
import { createSampleFolder, type HubSession } from "@parley/hub";
import { keyRequest } from "../../auth/keyed-request.ts";
import { refuseLaunch } from "../../auth/launch-scope.ts";
import { checkNewPolicy } from "../../auth/levels.ts";
import type { Call } from "../call.ts";
import { checkExtensions } from "../extensions/check-extensions.ts";
import { readExtensions } from "../extensions/translate.ts";
import { defineHandlers } from "../handler.ts";
import { FieldError, inQuery } from "../input/field-error.ts";
import { withText } from "../known-text.ts";
import { readConversation } from "./read-conversation.ts";
import { toLaunch, toListedSession, toListedText, toNativeSession, toPolicy } from "./translate.ts";

/** Needs no model, and works the same on every machine. */
const SAMPLE_AGENT = "script";

const show = (session: HubSession, { baseUrl }: Call): NativeSession => toNativeSession(session, baseUrl());

/** What is created. Not what its agent is started with, which is never stored, not even as a hash. */
function toMeaning({
  env: _env,
  launch: _launch,
  secrets: _secrets,
  ...params
}: CheckedParams<"sessions/create">): object {
  return params;
}

export const sessionHandlers = defineHandlers({
  "sessions/list": async (query, { hub }) => {
    const { sessions: found, nextCursor } = await inQuery(() => hub.sessions.list(query));
    const sessions = found.map(toListedSession);
    return withText({ sessions, ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }) }, () => {
      const cursor = nextCursor === undefined ? "" : `,"next_cursor":${JSON.stringify(nextCursor)}`;
      return `{"sessions":[${sessions.map(toListedText).join(",")}]${cursor}}`;
    });
  },
  "sessions/create": async (params, call) => {
    checkExtensions(call.caller, params.extensions);
    const policy = toPolicy(params);
    checkNewPolicy(call.hub, call.caller, policy);
    const given = toLaunch(params);
    const refused = refuseLaunch(call.caller, given);
    if (refused !== undefined) throw new FieldError(refused.field, `${refused.why}.`, "forbidden");
    const session = await call.hub.sessions.create({
      id: params.id,
      agent: params.agent,
      cwd: params.working_dir,
      worktree: params.worktree,
      additionalFolders: params.additional_folders,
      title: params.name,
      extensions: params.extensions && readExtensions(params.extensions),
      sandbox: params.sandbox,
      isEphemeral: params.ephemeral,
      ...keyRequest(call, toMeaning(params)),
      ...policy,
      ...given,
    });
    return show(session, call);
  },
  "sessions/createSample": async (_, call) => {
    const cwd = await createSampleFolder();
    return show(await call.hub.sessions.create({ agent: SAMPLE_AGENT, cwd, level: "supervised" }), call);
  },
  "sessions/search": async ({ q, limit }, { hub }) => {
    const hits = await hub.sessions.search(q, limit === undefined ? {} : { limit });
    return { hits: hits.map(({ session, ...hit }) => ({ ...hit, session: toListedSession(session) })) };
  },
  "sessions/get": async ({ id, conversation }, call) => {
    const session = await call.hub.sessions.get(id);
    if (conversation === "false") return show(session, call);
    return { ...show(session, call), ...(await readConversation(call.hub, session)) };
  },
  "sessions/delete": ({ id }, { hub }) => hub.sessions.delete(id),
  "sessions/rename": async ({ id, name }, call) => show(await call.hub.sessions.rename(id, name), call),
  "sessions/clear": async ({ id }, call) => show(await call.hub.sessions.clear(id), call),
  "sessions/fork": async ({ id, at_seq: atSeq }, call) => {
    const options = { ...(atSeq === undefined ? {} : { atSeq }), ...keyRequest(call, { atSeq }) };
    return show(await call.hub.sessions.fork(id, options), call);
  },
});
