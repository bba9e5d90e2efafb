// Sends what was written, once; it stays in the composer until the server has it.
import { toPromptBlocks } from "@parley/chat-model";
import { useRef, useState } from "react";
import { SENDING_NOTICE_MS } from "../limits.ts";
import type { ComposerPort } from "./composer-port.ts";
import type { Attempt } from "./use-attempt.ts";
import type { DraftState } from "./use-draft.ts";

export interface Sending {
  readonly isSending: boolean;
  /** It takes long enough to say so. */
  readonly isSlow: boolean;
  readonly send: (isSteering: boolean) => void;
}

/** The server names what an agent does not accept. */
const EVERYTHING = { image: true, audio: true, embeddedContext: true };

export function useSending(draft: DraftState, port: ComposerPort, attempt: Attempt): Sending {
  const [isSending, setSending] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const isBusy = useRef(false);
  const deliver = async (isSteering: boolean): Promise<void> => {
    const { text, chips } = draft;
    const mentions = await port.toMentions(text);
    await port.send([...toPromptBlocks(text, chips, EVERYTHING), ...mentions], { isSteering });
  };
  const send = async (isSteering: boolean): Promise<void> => {
    if (isBusy.current || (draft.text.trim() === "" && draft.chips.length === 0)) return;
    isBusy.current = true;
    setSending(true);
    const timer = setTimeout(() => setSlow(true), SENDING_NOTICE_MS);
    if (await attempt(deliver(isSteering))) draft.clear();
    clearTimeout(timer);
    isBusy.current = false;
    setSending(false);
    setSlow(false);
  };
  return { isSending, isSlow, send: (isSteering) => void send(isSteering) };
}
