// The tab Details: what is behind the session.
import { Details, useView } from "@parley/chat-ui";
import { useServer } from "../server/page-server.ts";
import { useReply } from "../server/use-reply.ts";
import { sessionHref, toHref } from "../state/routes.ts";
import type { TabProps } from "./tabs.ts";

export function DetailsTab({ sessionId, view }: TabProps) {
  const { sessions } = useServer();
  const session = useView(sessions, ({ sessions: all }) => all.find(({ id }) => id === sessionId));
  const agent = useReply("entries/get", session && { name: session.agent });
  // Looking at a session starts nothing.
  const tools = useReply("tools/list", session && { session_id: session.id, start: false });
  const rules = useReply("rules/list", {});
  const trust = useReply("trust/list", {});
  if (session === undefined) return null;
  const details = {
    session,
    agent: agent.value,
    tools: tools.value,
    rules: rules.value,
    trusted: trust.value?.folders,
  };
  return <Details details={details} view={view} rulesHref={toHref("/rules")} sessionHref={(id) => sessionHref(id)} />;
}
