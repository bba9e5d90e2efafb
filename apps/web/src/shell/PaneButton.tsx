// Shows or hides the tabs beside the conversation.
import { Button, useView } from "@parley/chat-ui";
import { PanelRight } from "lucide-react";
import { useLocation } from "wouter";
import { isPaneOpen } from "../state/layout.ts";
import { parseSessionPath, sessionPath } from "../state/routes.ts";

export function PaneButton() {
  const [path, navigate] = useLocation();
  const session = parseSessionPath(path);
  const isOpen = useView(isPaneOpen, ({ value }) => value) || session?.tab !== undefined;
  const toggle = () => {
    isPaneOpen.set(!isOpen);
    if (session?.tab !== undefined) navigate(sessionPath(session.id), { replace: true });
  };
  const label = isOpen ? "Hide the tabs" : "Show the tabs";
  return (
    <Button
      look="quiet"
      className="pane-button"
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      onClick={toggle}
    >
      <PanelRight size={16} aria-hidden="true" />
    </Button>
  );
}
