// Terminals that the agent runs, by id. Each belongs to the tool call that first reported on it, and goes with it.
import type { Entry, ItemList } from "./item-list.ts";
import type { ToolCallItem } from "./items.ts";
import { cutTarget, OVERHEAD_CHARS } from "./limits.ts";
import type { Emit, TerminalChanges } from "./patch.ts";
import { Segments } from "./segments.ts";
import { placeAfterBytes, utf8Bytes } from "./size.ts";
import type { TerminalView } from "./snapshot.ts";
import type { TerminalReport } from "./terminal-report.ts";

interface Terminal {
  /** As last seen; `output` may lag behind. */
  view: TerminalView;
  readonly output: Segments;
  bytes: number;
  readonly owner: Entry<ToolCallItem>;
}

interface TerminalsOptions {
  readonly emit: Emit;
  readonly items: ItemList;
  readonly terminalBytesMax: number;
  /** Of all terminals together. */
  readonly charsMax: number;
}

export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #byId = new Map<string, Terminal>();
  readonly #byOwner = new Map<Entry, Set<Terminal>>();
  #view: readonly TerminalView[] | undefined = [];
  #chars = 0;

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  report({ terminalId, cwd, output, exit }: TerminalReport, owner: Entry<ToolCallItem>): void {
    const terminal = this.#byId.get(terminalId) ?? this.#add(terminalId, owner);
    this.#view = undefined;
    if (cwd !== undefined) this.#change(terminal, { cwd });
    if (exit !== undefined) this.#change(terminal, { exit });
    if (output !== undefined && output !== "") this.#append(terminal, output);
    while (this.#chars > this.#options.charsMax && this.#byId.size > 1) this.#removeOldest();
  }

  removeOwnedBy(owner: Entry<ToolCallItem>): void {
    const owned = this.#byOwner.get(owner);
    if (owned !== undefined) this.#remove([...owned]);
  }

  /** The same array, and the same objects in it, until something changes. */
  view(): readonly TerminalView[] {
    this.#view ??= [...this.#byId.values()].map(toView);
    return this.#view;
  }

  #add(terminalId: string, owner: Entry<ToolCallItem>): Terminal {
    const { toolCallId } = owner.item;
    const view = { terminalId, toolCallId, cwd: null, output: "", trimmedBytes: 0, exit: null };
    const terminal: Terminal = { view, output: new Segments(""), bytes: 0, owner };
    this.#byId.set(terminalId, terminal);
    const owned = this.#byOwner.get(owner);
    if (owned === undefined) this.#byOwner.set(owner, new Set([terminal]));
    else owned.add(terminal);
    this.#weigh(terminal, OVERHEAD_CHARS);
    this.#options.emit({ type: "terminal_added", terminal: view });
    return terminal;
  }

  #change(terminal: Terminal, changes: TerminalChanges): void {
    terminal.view = { ...terminal.view, ...changes };
    this.#options.emit({ type: "terminal_changed", terminalId: terminal.view.terminalId, changes });
  }

  #append(terminal: Terminal, text: string): void {
    const { emit, terminalBytesMax } = this.#options;
    const { terminalId } = terminal.view;
    terminal.output.append(text);
    terminal.bytes += utf8Bytes(text);
    this.#weigh(terminal, text.length);
    emit({ type: "output_appended", terminalId, text });
    if (terminal.bytes > terminalBytesMax) this.#cut(terminal, terminal.bytes - cutTarget(terminalBytesMax));
  }

  #cut(terminal: Terminal, bytesMin: number): void {
    const { output, view } = terminal;
    // Nearly all output is ASCII, where a character is a byte and nothing has to be looked at.
    const whole = terminal.bytes === output.length ? undefined : output.text();
    const chars = output.dropHead(whole === undefined ? bytesMin : placeAfterBytes(whole, bytesMin));
    const bytes = whole === undefined ? chars : utf8Bytes(whole.slice(0, chars));
    terminal.bytes -= bytes;
    this.#weigh(terminal, -chars);
    const trimmedBytes = view.trimmedBytes + bytes;
    terminal.view = { ...view, trimmedBytes };
    this.#options.emit({ type: "output_trimmed", terminalId: view.terminalId, chars, trimmedBytes });
  }

  #removeOldest(): void {
    const [oldest] = this.#byId.values();
    if (oldest !== undefined) this.#remove([oldest]);
  }

  #remove(terminals: readonly Terminal[]): void {
    if (terminals.length === 0) return;
    for (const terminal of terminals) {
      this.#byId.delete(terminal.view.terminalId);
      this.#disown(terminal);
      this.#weigh(terminal, -(terminal.output.length + OVERHEAD_CHARS));
    }
    this.#view = undefined;
    const terminalIds = terminals.map(({ view }) => view.terminalId);
    this.#options.emit({ type: "terminals_removed", terminalIds });
  }

  #disown(terminal: Terminal): void {
    const owned = this.#byOwner.get(terminal.owner);
    owned?.delete(terminal);
    if (owned?.size === 0) this.#byOwner.delete(terminal.owner);
  }

  #weigh(terminal: Terminal, chars: number): void {
    this.#chars += chars;
    this.#options.items.weigh(terminal.owner, chars);
  }
}

function toView(terminal: Terminal): TerminalView {
  const output = terminal.output.text();
  if (terminal.view.output !== output) terminal.view = { ...terminal.view, output };
  return terminal.view;
}
