// Filters a command's output for our own terminal: allows colours and cursor movement, but nothing beyond the screen,
// such as the clipboard.

type Mode = "text" | "escape" | "string" | "string_end";

const ESC = "\u001b";

export class ScreenFilter {
  #mode: Mode = "text";

  push(text: string): string {
    let shown = "";
    for (const character of text) shown += this.#add(character);
    return shown;
  }

  #add(character: string): string {
    switch (this.#mode) {
      case "text":
        if (character !== ESC) return isC1(character) ? "" : character;
        this.#mode = "escape";
        return "";
      case "escape":
        // Control strings: titles, the clipboard, links, key settings.
        this.#mode = "]PX^_".includes(character) ? "string" : "text";
        return this.#mode === "string" ? "" : ESC + character;
      case "string":
        if (character === ESC) this.#mode = "string_end";
        else if (character === "\u0007") this.#mode = "text";
        return "";
      case "string_end":
        this.#mode = character === "\\" ? "text" : "string";
        return "";
    }
  }
}

/** Control characters of eight bits, which begin the same strings. */
function isC1(character: string): boolean {
  return character >= "\u0080" && character <= "\u009f";
}
