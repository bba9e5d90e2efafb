// The log of a session: pages of events, and sessions made from an exported log.
import { NATIVE_EVENTS_PAGE_DEFAULT } from "../../limits.ts";
import { defineHandlers } from "../handler.ts";
import { FieldError } from "../input/field-error.ts";
import { withText } from "../known-text.ts";
import { toNativeSession } from "./translate.ts";

export const sessionLogHandlers = defineHandlers({
  "sessions/import": async ({ json, agent }, { hub, baseUrl }) => {
    const lines = json.split("\n").filter((line) => line.trim() !== "");
    if (lines.length === 0) throw new FieldError("json", "must be the lines of an exported session");
    return toNativeSession(await hub.sessions.import(lines, agent === undefined ? {} : { agent }), baseUrl());
  },
  "sessions/events": async ({ id, after, before, limit = NATIVE_EVENTS_PAGE_DEFAULT }, { hub }) => {
    const { lastSeq } = await hub.sessions.get(id);
    const page = await hub.sessions.events(id, { limit, ...(after === undefined ? { before } : { after }) });
    // HTTP joins the stored lines without serialising them again.
    return withText(
      { events: page.map(({ event }) => event), last_seq: lastSeq },
      () => `{"events":[${page.map(({ line }) => line).join(",")}],"last_seq":${lastSeq}}`,
    );
  },
});
