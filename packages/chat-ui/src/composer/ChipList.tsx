// What goes with the prompt: each can be taken away again.
import { t } from "@parley/base";
import { describeChip, type AttachedChip } from "@parley/chat-model";
import { FileText, Image, Music, X } from "lucide-react";
import "./ChipList.css";

export interface ChipListProps {
  readonly chips: readonly AttachedChip[];
  readonly onRemove: (chip: AttachedChip) => void;
}

const ICONS = { image: Image, audio: Music, text: FileText };

export function ChipList({ chips, onRemove }: ChipListProps) {
  if (chips.length === 0) return null;
  return (
    <ul className="chip-list" aria-label={t("Attachments")}>
      {chips.map((chip, index) => {
        const Icon = ICONS[chip.type];
        const name = describeChip(chip);
        return (
          <li key={index} className="chip-list-chip">
            {chip.type === "image" ? (
              <img src={`data:${chip.mimeType};base64,${chip.data}`} alt="" />
            ) : (
              <Icon size={13} aria-hidden="true" />
            )}
            <span>{name}</span>
            <button type="button" aria-label={t("Remove {0}", name)} onClick={() => onRemove(chip)}>
              <X size={13} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
