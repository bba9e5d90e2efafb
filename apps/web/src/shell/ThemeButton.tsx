// Goes through the themes.
import { Button, useView } from "@parley/chat-ui";
import { Contrast, Monitor, Moon, Sun } from "lucide-react";
import { theme, THEMES, THEME_WORDS, type Theme } from "../state/theme.ts";

const ICONS: Readonly<Record<Theme, typeof Sun>> = { system: Monitor, light: Sun, dark: Moon, contrast: Contrast };

export function ThemeButton() {
  const current = useView(theme, ({ value }) => value);
  const Icon = ICONS[current];
  const next = THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? "system";
  const label = `Theme: ${THEME_WORDS[current]}`;
  return (
    <Button look="quiet" aria-label={label} title={label} onClick={() => theme.set(next)}>
      <Icon size={16} aria-hidden="true" />
    </Button>
  );
}
