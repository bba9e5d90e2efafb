// Text for places in which the editor makes links.

/** `[text](command:…)` would be a link that runs a command: with a space in it, it is text. */
export function withoutLinks(text: string): string {
  return text.replaceAll("](", "] (");
}
