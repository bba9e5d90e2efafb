// The menu for the word at the cursor. Files are looked for as it is typed.
import { foldCase, t } from "@parley/base";
import type { AvailableCommand } from "@parley/acp";
import { complete, mentionAt, moveInMenu, toMention, type Menu, type MenuItem } from "@parley/chat-model";
import { useEffect, useMemo, useState } from "react";
import { FILE_SEARCH_WAIT_MS, MENTIONED_SESSIONS_MAX, OFFERED_SYMBOLS_MAX, SYMBOL_QUERY_CHARS_MIN } from "../limits.ts";
import type { OfferedSymbol } from "./composer-port.ts";

/** A name, or the beginning of one: not a path. */
const SYMBOL_QUERY = new RegExp(`^[\\w$]{${SYMBOL_QUERY_CHARS_MIN},}$`);

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
  readonly findSymbols?: ((query: string) => Promise<readonly OfferedSymbol[]>) | undefined;
}

export interface Completion {
  readonly menu: OfferedMenu | undefined;
  move(by: number): void;
  close(): void;
}

export function useCompletion(options: CompletionOptions): Completion {
  const { text, cursor, commands, sessions, findFiles, findSymbols } = options;
  const query = mentionAt(text, cursor)?.query;
  const paths = useFound(query, findFiles);
  const files = useMemo(() => paths && withFolders(paths), [paths]);
  const symbolQuery = query !== undefined && SYMBOL_QUERY.test(query) ? query : undefined;
  const symbols = useFound(symbolQuery, findSymbols);
  const [closedAt, setClosedAt] = useState<string>();
  const [selection, setSelection] = useState({ for: "", index: 0 });
  const found = useMemo(
    () => offer({ text, cursor, commands, sessions, files, symbols, query }),
    [text, cursor, commands, sessions, files, symbols, query],
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

/** What was found last, also while the next letters are looked for. */
function useFound<Found>(
  query: string | undefined,
  find: ((query: string) => Promise<readonly Found[]>) | undefined,
): readonly Found[] | undefined {
  const [found, setFound] = useState<readonly Found[]>();
  useEffect(() => {
    if (query === undefined || find === undefined) {
      setFound(undefined);
      return undefined;
    }
    let isWanted = true;
    const timer = setTimeout(() => {
      find(query).then(
        (suggestions) => (isWanted ? setFound(suggestions) : undefined),
        () => undefined, // Without the server there are no suggestions; the state of the connection says why.
      );
    }, FILE_SEARCH_WAIT_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [query, find]);
  return found;
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

interface Offer extends Omit<CompletionOptions, "findFiles" | "findSymbols"> {
  readonly files: readonly string[] | undefined;
  readonly symbols: readonly OfferedSymbol[] | undefined;
  readonly query: string | undefined;
}

function offer({ text, cursor, commands, sessions, files, symbols = [], query }: Offer): OfferedMenu | undefined {
  const entries = commands.map(({ name, description, input }) => ({ name, description, hint: input?.hint }));
  const menu = complete(text, cursor, { commands: entries, files, wantFiles: () => undefined });
  const mention = mentionAt(text, cursor);
  if (mention === undefined || query === undefined || query === "") return menu;
  const wanted = foldCase(query);
  const fitting = sessions.filter(({ title }) => foldCase(title).includes(wanted)).slice(0, MENTIONED_SESSIONS_MAX);
  const items = [
    ...symbols
      .filter(({ name }) => foldCase(name).includes(wanted))
      .slice(0, OFFERED_SYMBOLS_MAX)
      .map(toItem),
    ...fitting.map(({ id, title }) => ({ label: title, description: t("session"), insert: "", sessionId: id })),
  ];
  if (menu !== undefined) return { ...menu, items: [...menu.items, ...items] };
  return items.length === 0 ? undefined : { start: mention.start, items, selected: 0 };
}

/** The name for the person, the place for the agent. */
function toItem({ name, kind, path, line }: OfferedSymbol): OfferedItem {
  const place = `${toMention(path)}:${line}`;
  return { label: name, description: t("{0} in {1}", kind, `${path}:${line}`), insert: `${name} in ${place} ` };
}
