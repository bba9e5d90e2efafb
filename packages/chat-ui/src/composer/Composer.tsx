// Where a prompt is written and sent, and a running turn is stopped.
import type { SessionView } from "@parley/chat-model";
import { useState, type KeyboardEvent } from "react";
import { Button } from "../parts/Button.tsx";
import { useView } from "../state/use-view.ts";
import type { ComposerPort } from "./composer-port.ts";
import "./Composer.css";

export interface ComposerProps {
  readonly view: SessionView;
  readonly port: ComposerPort;
}

export function Composer({ view, port }: ComposerProps) {
  const [text, setText] = useState("");
  const isRunning = useView(view, ({ state }) => state.running);
  const send = () => {
    if (text.trim() === "") return;
    void port.send([{ type: "text", text }]).then(() => setText(""));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="composer">
      <textarea
        className="composer-text"
        aria-label="Message"
        rows={3}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {isRunning && <Button onClick={() => port.stop()}>Stop</Button>}
      <Button look="primary" onClick={send}>
        Send
      </Button>
    </div>
  );
}
