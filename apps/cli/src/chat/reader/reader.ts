// The reader: the whole conversation on the whole terminal, in which every tool call, however old, opens in place.
import type { Line } from "../../terminal/line.ts";
import { isCtrl, isKey, type Key, type KeyName, type Modifiers } from "../../terminal/keys/key.ts";
import type { Theme } from "../../terminal/theme.ts";
import type { FullView } from "../terminal-screen.ts";
import { drawFrame } from "./draw-frame.ts";
import { Entries, type EntriesSource } from "./entries.ts";
import { drawEntry, isOpenable } from "./entry-lines.ts";
import { isBefore, lastPlace, moveRows, moveToShow, START, type Pages, type Place } from "./pages.ts";
import { afterSearchKey, findRow, type Search } from "./search.ts";

export interface ReaderOptions extends EntriesSource {
  /** The chat's current notice: the agent has a question. */
  readonly notice: () => string | undefined;
  readonly onChange: () => void;
  readonly copy: (text: string) => boolean;
  readonly onError: (error: unknown) => void;
}

/** Columns left of the text, for the mark of the entry that keys act on. */
const GUTTER = 2;
/** The header and the footer. */
const FRAME_ROWS = 2;

export class Reader implements FullView {
  readonly #options: ReaderOptions;
  readonly #entries: Entries;
  readonly #open = new Set<number>();
  readonly #lines = new Map<
    number,
    { readonly key: string; readonly entry: unknown; readonly lines: readonly Line[] }
  >();
  #areAllOpen = false;
  #top: Place = START;
  #focus = -1;
  /** Stays at the end while new content arrives. */
  #isAtEnd = true;
  #search: Search | undefined;
  #said: string | undefined;
  #theme: Theme;
  #rows: number;

  constructor(options: ReaderOptions, theme: Theme, rows: number) {
    this.#options = options;
    this.#entries = new Entries(options);
    this.#theme = toInner(theme);
    this.#rows = toInnerRows(rows);
    this.#entries.refresh();
    this.#focus = this.#nextOpenable(this.#entries.list.length, -1) ?? -1;
  }

  draw(theme: Theme, rows: number): readonly Line[] {
    this.#theme = toInner(theme);
    this.#rows = toInnerRows(rows);
    this.#entries.refresh();
    const pages = this.#settle();
    const shown: Line[] = [];
    for (let { entry, row } = this.#top; entry < pages.count && shown.length < pages.rows; entry += 1, row = 0) {
      shown.push(...this.#linesOf(entry).slice(row, row + pages.rows - shown.length));
    }
    return drawFrame(
      {
        rows: shown,
        height: pages.rows,
        count: pages.count,
        last: Math.min(pages.count, this.#top.entry + 1),
        isAtEnd: this.#isAtEnd,
        isLoading: this.#entries.isLoading,
        hasEarlier: this.#entries.hasEarlier,
        isOpen: this.#isOpen(this.#focus),
        search: this.#search,
        notice: this.#said ?? this.#options.notice(),
      },
      theme,
    );
  }

  /** Prints everything, for a terminal that can only print. */
  drawAll(theme: Theme): readonly Line[] {
    return this.#entries.list.flatMap((entry) => drawEntry(entry, theme, true));
  }

  key(key: Key): boolean {
    this.#said = undefined;
    this.#settle();
    if (this.#search?.isTyping === true && !isCtrl(key, "c")) {
      this.#search = afterSearchKey(this.#search, key);
      if (isKey(key, "enter")) this.#find(1);
      return true;
    }
    // Several letters may arrive at once, and the first may begin a search.
    if (key.type === "text" && Array.from(key.text).length > 1) {
      return Array.from(key.text).every((letter) => this.key({ type: "text", text: letter }));
    }
    if (isCtrl(key, "c") || isCtrl(key, "d") || isCtrl(key, "o") || isKey(key, "escape")) return false;
    if (key.type === "key") this.#named[key.name]?.(key);
    return key.type !== "text" || this.#letter(key.text);
  }

  readonly #named: Readonly<Partial<Record<KeyName, (key: Modifiers) => void>>> = {
    up: () => this.#scroll(-1),
    down: () => this.#scroll(1),
    page_up: () => this.#scroll(1 - this.#rows),
    page_down: () => this.#scroll(this.#rows - 1),
    home: () => this.#scroll(Number.NEGATIVE_INFINITY),
    end: () => this.#scroll(Number.POSITIVE_INFINITY),
    tab: ({ shift }) => this.#moveFocus(shift ? -1 : 1),
    enter: () => this.#toggle(),
  };

  /** False closes the reader. */
  #letter(letter: string): boolean {
    const action = this.#letters[letter];
    action?.();
    return letter !== "q";
  }

  readonly #letters: Readonly<Record<string, () => void>> = {
    j: () => this.#scroll(1),
    k: () => this.#scroll(-1),
    " ": () => this.#scroll(this.#rows - 1),
    b: () => this.#scroll(1 - this.#rows),
    g: () => this.#scroll(Number.NEGATIVE_INFINITY),
    G: () => this.#scroll(Number.POSITIVE_INFINITY),
    a: () => {
      this.#areAllOpen = !this.#areAllOpen;
      this.#open.clear();
    },
    "/": () => {
      this.#search = { text: "", isTyping: true };
    },
    n: () => this.#find(1),
    N: () => this.#find(-1),
    c: () => this.#copy(),
  };

  #scroll(by: number): void {
    const pages = this.#pages();
    const isAtStart = this.#top.entry === 0 && this.#top.row === 0;
    if (by < 0 && isAtStart) return void this.#loadEarlier();
    if (by === Number.NEGATIVE_INFINITY) this.#top = START;
    else if (by === Number.POSITIVE_INFINITY) this.#top = lastPlace(pages);
    else this.#top = moveRows(this.#top, by, pages);
    this.#isAtEnd = !isBefore(this.#top, lastPlace(pages));
  }

  #moveFocus(by: 1 | -1): void {
    const next = this.#nextOpenable(this.#focus, by);
    if (next === undefined) {
      if (by < 0) void this.#loadEarlier();
      return;
    }
    this.#focus = next;
    this.#show();
  }

  #toggle(): void {
    const item = this.#entries.list[this.#focus]?.item;
    if (item === undefined) return;
    if (!this.#open.delete(item.id)) this.#open.add(item.id);
    this.#show();
  }

  /** The focused entry, with as much of it as fits. */
  #show(): void {
    this.#isAtEnd = false;
    const target = { entry: this.#focus, row: 0 };
    this.#top = moveToShow(this.#top, target, this.#linesOf(this.#focus).length, this.#pages());
  }

  #find(by: 1 | -1): void {
    const { list } = this.#entries;
    const query = this.#search?.text ?? "";
    const found = findRow(list, query, { at: this.#search?.found, from: this.#top.entry, by }, (entry) =>
      this.#draw(entry, true),
    );
    if (found === undefined) {
      this.#said = query === "" ? undefined : `Not found: ${query}`;
      return;
    }
    const item = list[found.entry]?.item;
    if (item !== undefined && !this.#isOpen(found.entry)) this.#toggleOpen(item.id);
    this.#search = { text: query, isTyping: false, found };
    this.#focus = found.entry;
    this.#isAtEnd = false;
    this.#top = moveToShow(this.#top, found, Math.floor(this.#rows / 2), this.#pages());
  }

  #toggleOpen(itemId: number): void {
    if (!this.#open.delete(itemId)) this.#open.add(itemId);
  }

  #copy(): void {
    const text = this.#draw(this.#focus, true)
      .map((row) => row.map((part) => part.text).join(""))
      .join("\n");
    if (text === "") return;
    this.#said = this.#options.copy(text) ? "Copied to the clipboard." : "Too long for the clipboard.";
  }

  async #loadEarlier(): Promise<void> {
    try {
      const added = await this.#entries.loadEarlier();
      this.#top = { ...this.#top, entry: this.#top.entry + added };
      if (this.#focus >= 0) this.#focus += added;
      this.#lines.clear();
    } catch (error) {
      this.#options.onError(error);
    }
    this.#options.onChange();
  }

  #nextOpenable(from: number, by: 1 | -1): number | undefined {
    const { list } = this.#entries;
    for (let at = from + by; at >= 0 && at < list.length; at += by) {
      const entry = list[at];
      if (entry !== undefined && isOpenable(entry)) return at;
    }
    return undefined;
  }

  #isOpen(entry: number): boolean {
    const id = this.#entries.list[entry]?.item.id ?? -1;
    // Toggled entries have the opposite state of the others.
    return this.#open.has(id) !== this.#areAllOpen;
  }

  /** The position may be past the end, because an entry was closed, or before it, because content has arrived. */
  #settle(): Pages {
    const pages = this.#pages();
    const last = lastPlace(pages);
    if (this.#isAtEnd || isBefore(last, this.#top)) this.#top = last;
    return pages;
  }

  #pages(): Pages {
    const count = this.#entries.list.length;
    return { count, rows: this.#rows, heightOf: (entry) => this.#linesOf(entry).length };
  }

  #draw(index: number, isOpen: boolean): readonly Line[] {
    const entry = this.#entries.list[index];
    return entry === undefined ? [] : drawEntry(entry, this.#theme, isOpen);
  }

  /** With the line before it and the mark of the focus. */
  #linesOf(index: number): readonly Line[] {
    const entry = this.#entries.list[index];
    if (entry === undefined) return [];
    const isOpen = this.#isOpen(index);
    const isFocus = index === this.#focus;
    const before = index === 0 ? undefined : this.#entries.list[index - 1];
    const isApart = before !== undefined && !(isOpenable(before) && isOpenable(entry));
    const key = `${this.#theme.columns} ${isOpen} ${isFocus} ${isApart}`;
    const known = this.#lines.get(index);
    if (known !== undefined && known.key === key && known.entry === entry) return known.lines;
    const mark = { text: `${this.#theme.symbols.arrow} ` };
    const rows = this.#draw(index, isOpen).map((row, at): Line => [
      isFocus && at === 0 ? mark : { text: "  " },
      ...row,
    ]);
    const lines = isApart ? [[], ...rows] : rows;
    const whole = lines.length === 0 ? [[]] : lines;
    this.#lines.set(index, { key, entry, lines: whole });
    return whole;
  }
}

function toInner(theme: Theme): Theme {
  return { ...theme, columns: Math.max(10, theme.columns - GUTTER) };
}

function toInnerRows(rows: number): number {
  return Math.max(1, rows - FRAME_ROWS);
}
