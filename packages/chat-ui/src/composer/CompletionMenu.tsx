// What the word at the cursor may become: commands, files, folders and sessions.
import { revealLine, truncate, t } from "@parley/base";
import { useEffect, useRef } from "react";
import { TITLE_CHARS_MAX } from "../limits.ts";
import type { OfferedMenu, OfferedItem } from "./use-completion.ts";
import "./CompletionMenu.css";

export interface CompletionMenuProps {
  readonly id: string;
  readonly menu: OfferedMenu;
  readonly onChoose: (item: OfferedItem) => void;
}

export function CompletionMenu({ id, menu, onChoose }: CompletionMenuProps) {
  const selected = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // In braces: some browsers return a promise, which is not a way to clean up.
    selected.current?.scrollIntoView({ block: "nearest" });
  }, [menu]);
  return (
    <ul id={id} className="completion-menu" role="listbox" aria-label={t("Suggestions")}>
      {menu.items.map((item, index) => (
        <li
          key={`${item.label} ${index}`}
          id={`${id}-${index}`}
          ref={index === menu.selected ? selected : undefined}
          className="completion-menu-item"
          role="option"
          aria-selected={index === menu.selected}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
        >
          <span className="completion-menu-label">{revealLine(truncate(item.label, TITLE_CHARS_MAX))}</span>
          {item.description !== undefined && <small>{revealLine(truncate(item.description, TITLE_CHARS_MAX))}</small>}
        </li>
      ))}
    </ul>
  );
}
