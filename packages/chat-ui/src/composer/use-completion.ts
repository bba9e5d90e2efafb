// The menu for the word at the cursor. Files are looked for as it is typed.
import type { AvailableCommand } from "@parley/acp";
import { complete, mentionAt, moveInMenu, type Menu, type MenuItem } from "@parley/chat-model";
import { useEffect, useMemo, useState } from "react";
import { FILE_SEARCH_WAIT_MS, MENTIONED_SESSIONS_MAX } from "../limits.ts";

export interface OfferedItem extends MenuItem {
  /** Choosing it attaches what was said in this session. */
  readonly sessionId?: string | undefined;
}

export interface OfferedMenu extends Menu {
  readonly items: readonly OfferedItem[];
}

export interface MentionedSession {
  readonly id: string;
  readonly title: string;
}

export interface CompletionOptions {
  readonly text: string;
  readonly cursor: number;
  readonly commands: readonly AvailableCommand[];
  readonly sessions: readonly MentionedSession[];
  readonly findFiles: (query: string) => Promise<readonly string[]>;
}

export interface Completion {
  readonly menu: OfferedMenu | undefined;
  move(by: number): void;
  close(): void;
}

export function useCompletion({ text, cursor, commands, sessions, findFiles }: CompletionOptions): Completion {
  const query = mentionAt(text, cursor)?.query;
  const files = useFiles(query, findFiles);
  const [closedAt, setClosedAt] = useState<string>();
  const [selection, setSelection] = useState({ for: "", index: 0 });
  const found = useMemo(
    () => offer({ text, cursor, commands, sessions, files, query }),
    [text, cursor, commands, sessions, files, query],
  );
  const place = `${cursor} ${text}`;
  const index = selection.for === place ? selection.index : 0;
  const menu = found === undefined || closedAt === place ? undefined : { ...found, selected: index };
  return {
    menu,
    move: (by) => menu && setSelection({ for: place, index: moveInMenu(menu, by).selected }),
    close: () => setClosedAt(place),
  };
}

function useFiles(query: string | undefined, findFiles: CompletionOptions["findFiles"]): readonly string[] | undefined {
  const [files, setFiles] = useState<readonly string[]>();
  useEffect(() => {
    if (query === undefined) return undefined;
    let isWanted = true;
    const timer = setTimeout(() => {
      findFiles(query).then(
        (found) => isWanted && setFiles(withFolders(found)),
        () => undefined, // Without the server there are no suggestions; the state of the connection says why.
      );
    }, FILE_SEARCH_WAIT_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [query, findFiles]);
  return files;
}

/** Folders end with a slash. */
function withFolders(files: readonly string[]): readonly string[] {
  const folders = new Set(files.flatMap((path) => parentsOf(path)));
  return [...files, ...folders];
}

function parentsOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => `${names.slice(0, index + 1).join("/")}/`);
}

interface Offer extends Omit<CompletionOptions, "findFiles"> {
  readonly files: readonly string[] | undefined;
  readonly query: string | undefined;
}

function offer({ text, cursor, commands, sessions, files, query }: Offer): OfferedMenu | undefined {
  const entries = commands.map(({ name, description, input }) => ({ name, description, hint: input?.hint }));
  const menu = complete(text, cursor, { commands: entries, files, wantFiles: () => undefined });
  const mention = mentionAt(text, cursor);
  if (mention === undefined || query === undefined || query === "") return menu;
  const wanted = query.toLowerCase();
  const fitting = sessions.filter(({ title }) => title.toLowerCase().includes(wanted)).slice(0, MENTIONED_SESSIONS_MAX);
  const items = fitting.map(({ id, title }) => ({ label: title, description: "session", insert: "", sessionId: id }));
  if (menu !== undefined) return { ...menu, items: [...menu.items, ...items] };
  return items.length === 0 ? undefined : { start: mention.start, items, selected: 0 };
}
