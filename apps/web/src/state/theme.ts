// Light, dark or high contrast: what the person chose, or what the system says.
import { StoredValue } from "./stored-value.ts";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_WORDS: Readonly<Record<Theme, string>> = {
  system: "Same as the system",
  light: "Light",
  dark: "Dark",
  contrast: "High contrast",
};

export const theme = new StoredValue<Theme>({
  key: "theme",
  initial: "system",
  parse: (stored) => THEMES.find((name) => name === stored),
});

/** Keeps `data-theme` of the document as it should be. */
export function applyTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const apply = (): void => {
    const chosen = theme.value;
    const ofSystem = contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
    document.documentElement.dataset["theme"] = chosen === "system" ? ofSystem : chosen;
  };
  theme.subscribe(apply);
  dark.addEventListener("change", apply);
  contrast.addEventListener("change", apply);
  apply();
}
