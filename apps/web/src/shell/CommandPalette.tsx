// The command palette: type some letters of what you want, Enter does it.
import { findMatch, revealLine } from "@parley/base";
import { Dialog, useView } from "@parley/chat-ui";
import { useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useLocation } from "wouter";
import { PALETTE_ENTRIES_MAX } from "../limits.ts";
import { useServer } from "../server/page-server.ts";
import { dialogs } from "../state/dialogs.ts";
import { useCloseDialog } from "../state/use-close-dialog.ts";
import { parseSessionPath } from "../state/routes.ts";
import { listCommands, type Command } from "./commands.ts";
import "./CommandPalette.css";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

export function CommandPalette() {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState(0);
  const close = useCloseDialog();
  const commands = useCommands();
  const found = useMemo(() => findCommands(query.trim(), commands), [query, commands]);
  const at = Math.min(place, found.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === "Enter") run(found[at]);
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(found.length - 1, Math.max(0, at + step));
    setPlace(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };
  return (
    <Dialog label="Command palette" isBare className="command-palette" onClose={close}>
      <input
        className="command-palette-query"
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}${at}`}
        placeholder="Search or run a command"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={`${id}list`} className="command-palette-list" role="listbox" aria-label="Commands">
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === at}
            className="command-palette-entry"
            onPointerMove={() => setPlace(index)}
            onClick={() => run(command)}
          >
            <span className="command-palette-title">{revealLine(command.title)}</span>
            <span className="command-palette-hint">{revealLine(command.hint)}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="command-palette-none">No command found</p>}
    </Dialog>
  );
}

function run(command: Command | undefined): void {
  if (command === undefined) return;
  // First closed, so that the focus is back before the command moves it.
  dialogs.close();
  command.run();
}

function useCommands(): readonly Command[] {
  const { remote, sessions, agents } = useServer();
  const [path, navigate] = useLocation();
  const all = useView(sessions, (list) => list.sessions);
  const known = useView(agents, (list) => list.usable);
  return useMemo(() => {
    const id = parseSessionPath(path)?.id;
    const session = all.find((each) => each.id === id);
    return listCommands({ remote, navigate, session, sessions: all, agents: known });
  }, [remote, navigate, path, all, known]);
}

/** The best matches first; without a query, in their own order. */
function findCommands(query: string, commands: readonly Command[]): readonly Command[] {
  if (query === "") return commands.slice(0, PALETTE_ENTRIES_MAX);
  const rated = commands.flatMap((command) => {
    const points = findMatch(query, command.title)?.points;
    return points === undefined ? [] : [{ command, points }];
  });
  const sorted = rated.toSorted((a, b) => b.points - a.points);
  return sorted.slice(0, PALETTE_ENTRIES_MAX).map(({ command }) => command);
}
