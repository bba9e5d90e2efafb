// The icon of each kind of tool call.
import {
  ArrowLeftRight,
  Brain,
  FileText,
  Globe,
  MoveRight,
  Pencil,
  Search,
  Terminal,
  Trash2,
  Wrench,
  type LucideIcon,
} from "lucide-react";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  read: FileText,
  edit: Pencil,
  delete: Trash2,
  move: MoveRight,
  search: Search,
  execute: Terminal,
  think: Brain,
  fetch: Globe,
  switch_mode: ArrowLeftRight,
};

export function toolIcon(kind: string | null): LucideIcon {
  return ICONS[kind ?? ""] ?? Wrench;
}
