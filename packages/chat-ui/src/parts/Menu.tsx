// A button with a menu below it. Arrow keys move in it, Esc and a click elsewhere close it.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import "./Menu.css";

export interface MenuEntry {
  readonly id: string;
  readonly title: string;
  readonly run: () => void;
}

export interface MenuProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly entries: readonly MenuEntry[];
}

export function Menu({ label, icon, entries }: MenuProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    place.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const onPointerDown = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && place.current?.contains(target) === true)) setIsOpen(false);
    };
    addEventListener("pointerdown", onPointerDown);
    return () => removeEventListener("pointerdown", onPointerDown);
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    place.current?.querySelector("button")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (!moveFocus(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={place} className="menu" onKeyDown={onKeyDown}>
      <Button
        look="quiet"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {icon}
      </Button>
      {isOpen && (
        <div className="menu-entries" role="menu" id={id} aria-label={label}>
          {entries.map((entry) => (
            <button
              key={entry.id}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className="menu-entry"
              onClick={() => {
                close();
                entry.run();
              }}
            >
              {entry.title}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function moveFocus({ key, currentTarget }: KeyboardEvent): boolean {
  const step = key === "ArrowDown" || key === "j" ? 1 : key === "ArrowUp" || key === "k" ? -1 : 0;
  if (step === 0) return false;
  const entries = [...currentTarget.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  entries[(at + step + entries.length) % entries.length]?.focus();
  return true;
}
