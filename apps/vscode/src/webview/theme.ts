// Light, dark or high contrast, as the editor is: it says so by a class of the body.
import { themeOf } from "./theme-of.ts";

export function followTheme(): void {
  const root = document.documentElement;
  root.dataset["host"] = "vscode";
  const apply = (): void => {
    root.dataset["theme"] = themeOf([...document.body.classList]);
  };
  apply();
  new MutationObserver(apply).observe(document.body, { attributes: true, attributeFilter: ["class"] });
}
