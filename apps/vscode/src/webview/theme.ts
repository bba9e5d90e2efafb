// Light, dark or high contrast, as the editor is: it says so by a class of the body.

export function followTheme(): void {
  const root = document.documentElement;
  root.dataset["host"] = "vscode";
  const apply = (): void => {
    const { classList } = document.body;
    const isContrast = classList.contains("vscode-high-contrast") || classList.contains("vscode-high-contrast-light");
    root.dataset["theme"] = isContrast ? "contrast" : classList.contains("vscode-light") ? "light" : "dark";
  };
  apply();
  new MutationObserver(apply).observe(document.body, { attributes: true, attributeFilter: ["class"] });
}
