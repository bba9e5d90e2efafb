// Everything that the command palette offers.
import type { NativeAgent, NativeSession } from "@parley/contract";
import { PAGES } from "../pages/pages.ts";
import { SESSION_ACTIONS, type ActionContext } from "../session/actions.ts";
import { TABS } from "../session/tabs.ts";
import { dialogs } from "../state/dialogs.ts";
import { isPaneOpen, openTab } from "../state/layout.ts";
import { sessionPath } from "../state/routes.ts";
import { theme, THEMES, THEME_WORDS } from "../state/theme.ts";

export interface Command {
  readonly id: string;
  readonly title: string;
  /** What kind of thing it is, or where it is. */
  readonly hint: string;
  readonly run: () => void;
}

export interface CommandContext extends Omit<ActionContext, "session"> {
  readonly session: NativeSession | undefined;
  readonly sessions: readonly NativeSession[];
  readonly agents: readonly NativeAgent[];
}

/** The likeliest first: that is what an empty palette shows. */
export function listCommands(context: CommandContext): readonly Command[] {
  return [
    ...newSessions(context.agents).slice(0, 1),
    ...ofSession(context),
    ...context.sessions.map((session) => toOpen(session, context)),
    ...PAGES.map(({ path, title }) => ({ id: path, title, hint: "Page", run: () => context.navigate(path) })),
    ...newSessions(context.agents).slice(1),
    ...THEMES.map((name) => ({
      id: `theme ${name}`,
      title: `Theme: ${THEME_WORDS[name]}`,
      hint: "Appearance",
      run: () => theme.set(name),
    })),
    { id: "keys", title: "Show keyboard shortcuts", hint: "Help", run: () => dialogs.open({ name: "keys" }) },
  ];
}

function newSessions(agents: readonly NativeAgent[]): readonly Command[] {
  return [
    { id: "new", title: "New session", hint: "Session", run: () => dialogs.open({ name: "new-session" }) },
    ...agents.map(({ name, title }) => ({
      id: `new ${name}`,
      title: `New session with ${title}`,
      hint: "Session",
      run: () => dialogs.open({ name: "new-session", agent: name }),
    })),
  ];
}

function toOpen({ id, name, working_dir: folder }: NativeSession, { navigate }: CommandContext): Command {
  const hint = folder.split(/[\\/]/).findLast(Boolean) ?? "";
  return { id: `open ${id}`, title: name, hint, run: () => navigate(sessionPath(id)) };
}

/** Of the session that is open. */
function ofSession(context: CommandContext): readonly Command[] {
  const { session, navigate } = context;
  if (session === undefined) return [];
  return [
    ...TABS.map(({ id, title }) => ({
      id: `tab ${id}`,
      title: `Show ${title}`,
      hint: "Tab",
      run: () => {
        openTab(id);
        isPaneOpen.set(true);
        navigate(sessionPath(session.id, id));
      },
    })),
    ...SESSION_ACTIONS.filter((action) => action.isOffered?.(session) ?? true).map((action) => ({
      id: `action ${action.id}`,
      title: action.title,
      hint: "This session",
      run: () => action.run({ ...context, session }),
    })),
  ];
}
