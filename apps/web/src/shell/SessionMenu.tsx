// What can be done with the session that is open.
import type { NativeSession } from "@parley/contract";
import { Menu } from "@parley/chat-ui";
import { Ellipsis } from "lucide-react";
import { useLocation } from "wouter";
import { useServer } from "../server/page-server.ts";
import { SESSION_ACTIONS } from "../session/actions.ts";

export function SessionMenu({ session }: { readonly session: NativeSession }) {
  const { remote } = useServer();
  const [, navigate] = useLocation();
  const entries = SESSION_ACTIONS.filter((action) => action.isOffered?.(session) ?? true).map((action) => ({
    id: action.id,
    title: action.title,
    run: () => action.run({ remote, session, navigate }),
  }));
  return <Menu label="Session actions" icon={<Ellipsis size={16} aria-hidden="true" />} entries={entries} />;
}
