// The palette for the classes that VS Code gives a body.

/** The palette for high contrast is dark. A light theme with high contrast has both classes, and its own borders and texts. */
export function themeOf(classes: readonly string[]): "light" | "dark" | "contrast" {
  if (classes.includes("vscode-light") || classes.includes("vscode-high-contrast-light")) return "light";
  return classes.includes("vscode-high-contrast") ? "contrast" : "dark";
}
