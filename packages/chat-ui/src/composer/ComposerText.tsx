// The input: grows with its text, completes words, and goes back to earlier prompts.
import { t } from "@parley/base";
import type { AvailableCommand } from "@parley/acp";
import { insertMenuItem, isTypedOut, type SessionView } from "@parley/chat-model";
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { COMPOSER_PX_MAX } from "../limits.ts";
import { CompletionMenu } from "./CompletionMenu.tsx";
import type { OfferedSymbol } from "./composer-port.ts";
import { takeKey, takeMenuKey } from "./keys.ts";
import { useCompletion, type MentionedSession, type OfferedItem } from "./use-completion.ts";
import { useHistory } from "./use-history.ts";
import "./ComposerText.css";

export interface ComposerTextProps {
  readonly view: SessionView;
  readonly text: string;
  readonly placeholder: string;
  readonly isReadOnly: boolean;
  readonly commands: readonly AvailableCommand[];
  readonly sessions: readonly MentionedSession[];
  readonly findFiles: (query: string) => Promise<readonly string[]>;
  readonly findSymbols?: ((query: string) => Promise<readonly OfferedSymbol[]>) | undefined;
  readonly onText: (text: string) => void;
  readonly onSession: (sessionId: string) => void;
  readonly onSend: (isSteering: boolean) => void;
  readonly onEscape: () => void;
  readonly onFocus: () => void;
}

export function ComposerText(props: ComposerTextProps) {
  const { view, text, onText, onSend, onEscape, onSession } = props;
  const element = useRef<HTMLTextAreaElement>(null);
  const menuId = useId();
  const [cursor, setCursor] = useState(text.length);
  const history = useHistory(view);
  const completion = useCompletion({ ...props, cursor });
  const { menu } = completion;
  useLayoutEffect(() => fit(element.current), [text]);

  const write = (next: string, at = next.length): void => {
    onText(next);
    setCursor(at);
    // React puts the cursor to the end of a text that was not typed.
    requestAnimationFrame(() => element.current?.setSelectionRange(at, at));
  };
  const choose = (item: OfferedItem): void => {
    if (menu === undefined) return;
    const inserted = insertMenuItem(menu, item, text, cursor);
    write(inserted.text, inserted.cursor);
    if (item.sessionId !== undefined) onSession(item.sessionId);
  };
  const step = (by: -1 | 1): boolean => {
    const rest = by === -1 ? text.slice(0, cursor) : text.slice(cursor);
    const found = rest.includes("\n") ? undefined : history.step(by, text);
    if (found !== undefined) write(found);
    return found !== undefined;
  };
  const isWord = (item: OfferedItem): boolean => menu !== undefined && isTypedOut(menu, item, text, cursor);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.altKey) return;
    if (takeMenuKey(event, completion, { choose, isWord })) event.preventDefault();
    else if (takeKey(event, { send: onSend, escape: onEscape, step })) event.preventDefault();
  };
  return (
    <div className="composer-text">
      {menu !== undefined && <CompletionMenu id={menuId} menu={menu} onChoose={choose} />}
      <textarea
        ref={element}
        className="composer-text-input"
        aria-label={t("Message")}
        aria-autocomplete="list"
        aria-controls={menu === undefined ? undefined : menuId}
        aria-activedescendant={menu === undefined ? undefined : `${menuId}-${menu.selected}`}
        placeholder={props.placeholder}
        rows={1}
        readOnly={props.isReadOnly}
        value={text}
        onFocus={props.onFocus}
        onChange={({ target }) => {
          history.leave();
          setCursor(target.selectionStart);
          onText(target.value);
        }}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** The height that the text needs. */
function fit(element: HTMLTextAreaElement | null): void {
  if (element === null) return;
  element.style.height = "auto";
  element.style.height = `${Math.min(COMPOSER_PX_MAX, element.scrollHeight)}px`;
}
