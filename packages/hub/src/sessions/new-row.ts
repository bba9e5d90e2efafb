// The row of a session that is being created.
import type { AgentEntry } from "../api/agents.ts";
import { mergeExtensions } from "../agents/extensions.ts";
import type { NewHubSession } from "../api/sessions.ts";
import type { SessionRow } from "../api/store.ts";
import type { SessionLaunch } from "../launches/session-launches.ts";
import { NO_USAGE } from "../live/add-usage.ts";
import { NEW_TITLE } from "../live/new-title.ts";
import { checkTitle } from "./check-session.ts";
import { describeBrought } from "./set-launch.ts";

export interface NewRowFacts {
  readonly id: string;
  readonly entry: AgentEntry;
  readonly launch: SessionLaunch | undefined;
  readonly defaultCwd: string;
  readonly nowMs: number;
}

export function toNewRow(wanted: NewHubSession, { id, entry, launch, defaultCwd, nowMs }: NewRowFacts): SessionRow {
  const { sandbox, level, rules } = wanted;
  const title = wanted.title === undefined ? undefined : checkTitle(wanted.title);
  return {
    id,
    title: title ?? NEW_TITLE,
    isTitled: title !== undefined,
    agent: entry.name,
    cwd: wanted.cwd ?? defaultCwd,
    additionalFolders: wanted.additionalFolders ?? [],
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    turns: 0,
    lastSeq: 0,
    clearedSeq: 0,
    usage: NO_USAGE,
    extensions: mergeExtensions(entry.extensions, wanted.extensions ?? []),
    ...(sandbox !== undefined && sandbox !== "off" && { sandbox }),
    ...(level !== undefined && { level }),
    ...(rules !== undefined && { rules }),
    ...(wanted.keyedRequest && { fingerprint: wanted.keyedRequest.fingerprint }),
    ...(launch !== undefined && { brought: describeBrought(launch) }),
  };
}
