// Files and texts that are pasted, dropped or chosen become attachments; what cannot be one is said.
import { t } from "@parley/base";
import type { AttachedChip } from "@parley/chat-model";
import type { ClipboardEvent, DragEvent } from "react";
import { PASTED_CHARS_MAX } from "../limits.ts";
import { toChip, toTextChip } from "./to-chip.ts";
import type { Attempt } from "./use-attempt.ts";

export interface Attaching {
  readonly add: (files: readonly File[]) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

export function useAttach(addChip: (chip: AttachedChip) => void, attempt: Attempt): Attaching {
  const addOne = async (file: File): Promise<void> => addChip(await toChip(file));
  // One after the other: the first problem is shown, and the others are added all the same.
  const add = (files: readonly File[]): void => {
    for (const file of files) void attempt(addOne(file));
  };
  return {
    add,
    onPaste: (event) => {
      const files = [...event.clipboardData.files];
      const text = event.clipboardData.getData("text/plain");
      if (files.length > 0) add(files);
      else if (text.length > PASTED_CHARS_MAX) void attempt(addText(addChip, text));
      else return;
      event.preventDefault();
    },
    onDrop: (event) => {
      const files = [...event.dataTransfer.files];
      if (files.length === 0) return;
      event.preventDefault();
      add(files);
    },
  };
}

async function addText(addChip: (chip: AttachedChip) => void, text: string): Promise<void> {
  addChip(toTextChip(t("Pasted text"), text));
}
