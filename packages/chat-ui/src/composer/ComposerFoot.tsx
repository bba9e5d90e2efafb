// Under the input: who answers and how, how full the context is, and the buttons.
import { t } from "@parley/base";
import type { SessionView } from "@parley/chat-model";
import { ArrowUp, Paperclip, Square } from "lucide-react";
import { useRef } from "react";
import { Button } from "../parts/Button.tsx";
import type { Picker } from "./composer-port.ts";
import { ContextMeter } from "./ContextMeter.tsx";
import { Pickers } from "./Pickers.tsx";
import "./ComposerFoot.css";

export interface ComposerFootProps {
  readonly view: SessionView;
  readonly pickers: readonly Picker[];
  readonly isRunning: boolean;
  readonly isSending: boolean;
  readonly onChoose: (pickerId: string, value: string) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onStop: () => void;
  readonly onSend: () => void;
}

export function ComposerFoot(props: ComposerFootProps) {
  const { view, pickers, isRunning, isSending, onChoose, onFiles, onStop, onSend } = props;
  return (
    <div className="composer-foot">
      <div className="composer-foot-pickers">
        <Pickers pickers={pickers} onChoose={onChoose} />
      </div>
      <ContextMeter view={view} />
      <AttachButton onFiles={onFiles} />
      {isRunning && (
        <Button className="composer-foot-icon" aria-label={t("Stop")} title={t("Stop (Esc)")} onClick={onStop}>
          <Square size={14} aria-hidden="true" />
        </Button>
      )}
      <Button
        className="composer-foot-icon composer-foot-send"
        aria-label={t("Send")}
        title={isRunning ? t("Send after the running turn (Enter), or now (Ctrl-Enter)") : t("Send (Enter)")}
        disabled={isSending}
        onClick={onSend}
      >
        <ArrowUp size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}

function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("Files to attach")}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <Button
        look="quiet"
        className="composer-foot-icon"
        aria-label={t("Attach")}
        title={t("Attach files")}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={16} aria-hidden="true" />
      </Button>
    </>
  );
}
