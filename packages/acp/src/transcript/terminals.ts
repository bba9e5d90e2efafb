// Terminals by id, run by the client or the agent. Each belongs to the tool call that first reported on it or named it,
// and is removed with it.
//
// A terminal that the client runs starts before a tool call can name it. Until then it is loose: its size is counted
// separately, and it is removed with the items of its time.
import type { ToolCallContent } from "../generated/types.ts";
import type { Entry, EventStamp, ItemList } from "./item-list.ts";
import type { ToolCallItem } from "./items.ts";
import { cutTarget, OVERHEAD_CHARS } from "../limits.ts";
import type { Emit, TerminalChanges } from "./patch.ts";
import { Segments } from "./segments.ts";
import { charsOf, placeAfterBytes, utf8Bytes } from "./size.ts";
import type { TerminalView } from "./snapshot.ts";
import type { TerminalReport } from "./terminal-report.ts";

interface Terminal {
  /** As last seen; `output` may lag behind. */
  view: TerminalView;
  /** The event that created it. */
  readonly seq: number;
  readonly output: Segments;
  bytes: number;
  chars: number;
  /** Absent while it is loose. */
  owner: Entry<ToolCallItem> | undefined;
}

interface TerminalsOptions {
  readonly emit: Emit;
  readonly items: ItemList;
  readonly terminalBytesMax: number;
  /** The total size of all terminals. */
  readonly charsMax: number;
  readonly looseMax: number;
}

export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #byId = new Map<string, Terminal>();
  readonly #byOwner = new Map<Entry, Set<Terminal>>();
  /** Oldest first. */
  readonly #loose = new Set<Terminal>();
  #view: readonly TerminalView[] | undefined = [];
  #chars = 0;
  /** The size of terminals that belong to no item. */
  looseChars = 0;

  constructor(options: TerminalsOptions) {
    this.#options = options;
  }

  /** `owner`: the reporting tool call; undefined for reports of the client. */
  report(stamp: EventStamp, report: TerminalReport, owner?: Entry<ToolCallItem>): void {
    const known = this.#byId.get(report.terminalId);
    const terminal = known ?? this.#add(stamp, report, owner);
    if (known !== undefined) {
      this.#adopt(known, owner);
      this.#change(known, report);
    }
    if (report.output !== undefined && report.output !== "") this.#append(terminal, report.output);
    this.#keepWithin();
  }

  /** A tool call shows these terminals; the first call to name a terminal owns it. */
  name(content: readonly ToolCallContent[], owner: Entry<ToolCallItem>): void {
    for (const part of content) {
      if (part.type !== "terminal") continue;
      const terminal = this.#byId.get(part.terminalId);
      if (terminal !== undefined) this.#adopt(terminal, owner);
    }
  }

  removeOwnedBy(owner: Entry<ToolCallItem>): void {
    this.#remove([...(this.#byOwner.get(owner) ?? [])]);
  }

  removeLooseThrough(seq: number): void {
    const gone: Terminal[] = [];
    for (const terminal of this.#loose) {
      if (terminal.seq > seq) break;
      gone.push(terminal);
    }
    this.#remove(gone);
  }

  /** The same array, and the same objects in it, until something changes. */
  view(): readonly TerminalView[] {
    this.#view ??= [...this.#byId.values()].map(toView);
    return this.#view;
  }

  #add({ seq }: EventStamp, report: TerminalReport, owner: Entry<ToolCallItem> | undefined): Terminal {
    const { terminalId, command = null, cwd = null, exit = null } = report;
    const toolCallId = owner?.item.toolCallId ?? null;
    const view: TerminalView = { terminalId, toolCallId, command, cwd, output: "", trimmedBytes: 0, exit };
    const terminal: Terminal = { view, seq, output: new Segments(""), bytes: 0, chars: 0, owner: undefined };
    this.#byId.set(terminalId, terminal);
    this.#own(terminal, owner);
    this.#weigh(terminal, OVERHEAD_CHARS + charsOf(terminalId) + charsOf(command) + charsOf(cwd) + charsOf(exit));
    this.#view = undefined;
    this.#options.emit({ type: "terminal_added", terminal: view });
    return terminal;
  }

  #adopt(terminal: Terminal, owner: Entry<ToolCallItem> | undefined): void {
    if (owner === undefined || terminal.owner !== undefined) return;
    const { chars } = terminal;
    this.#weigh(terminal, -chars);
    this.#own(terminal, owner);
    this.#weigh(terminal, chars);
    this.#set(terminal, { toolCallId: owner.item.toolCallId });
  }

  /** Fields that are missing in the report stay unchanged. */
  #change(terminal: Terminal, { command, cwd, exit }: TerminalReport): void {
    if (command === undefined && cwd === undefined && exit === undefined) return;
    const { view } = terminal;
    const said = { command: command ?? view.command, cwd: cwd ?? view.cwd, exit: exit ?? view.exit };
    for (const name of ["command", "cwd", "exit"] as const) {
      this.#weigh(terminal, charsOf(said[name]) - charsOf(view[name]));
    }
    this.#set(terminal, {
      ...(command !== undefined && { command }),
      ...(cwd !== undefined && { cwd }),
      ...(exit !== undefined && { exit }),
    });
  }

  #set(terminal: Terminal, changes: TerminalChanges): void {
    terminal.view = { ...terminal.view, ...changes };
    this.#view = undefined;
    this.#options.emit({ type: "terminal_changed", terminalId: terminal.view.terminalId, changes });
  }

  #append(terminal: Terminal, text: string): void {
    const { emit, terminalBytesMax } = this.#options;
    const { terminalId } = terminal.view;
    terminal.output.append(text);
    terminal.bytes += utf8Bytes(text);
    this.#weigh(terminal, text.length);
    this.#view = undefined;
    emit({ type: "output_appended", terminalId, text });
    if (terminal.bytes > terminalBytesMax) this.#cut(terminal, terminal.bytes - cutTarget(terminalBytesMax));
  }

  #cut(terminal: Terminal, bytesMin: number): void {
    const { output, view } = terminal;
    // Nearly all output is ASCII, where a character is a byte and nothing has to be measured.
    const whole = terminal.bytes === output.length ? undefined : output.text();
    const chars = output.dropHead(whole === undefined ? bytesMin : placeAfterBytes(whole, bytesMin));
    const bytes = whole === undefined ? chars : utf8Bytes(whole.slice(0, chars));
    terminal.bytes -= bytes;
    this.#weigh(terminal, -chars);
    const trimmedBytes = view.trimmedBytes + bytes;
    terminal.view = { ...view, trimmedBytes };
    this.#options.emit({ type: "output_trimmed", terminalId: view.terminalId, chars, trimmedBytes });
  }

  #keepWithin(): void {
    const { charsMax, looseMax } = this.#options;
    if (this.#loose.size > Math.max(1, looseMax)) {
      // Several are removed at once, because finding the first entry of a set slows down with every removal.
      this.#remove([...this.#loose].slice(0, -Math.max(1, cutTarget(looseMax))));
    }
    while (this.#chars > charsMax && this.#byId.size > 1) {
      const [oldest] = this.#byId.values();
      if (oldest !== undefined) this.#remove([oldest]);
    }
  }

  #remove(terminals: readonly Terminal[]): void {
    if (terminals.length === 0) return;
    for (const terminal of terminals) {
      this.#byId.delete(terminal.view.terminalId);
      this.#weigh(terminal, -terminal.chars);
      this.#disown(terminal);
    }
    this.#view = undefined;
    const terminalIds = terminals.map(({ view }) => view.terminalId);
    this.#options.emit({ type: "terminals_removed", terminalIds });
  }

  #own(terminal: Terminal, owner: Entry<ToolCallItem> | undefined): void {
    terminal.owner = owner;
    if (owner === undefined) {
      this.#loose.add(terminal);
      return;
    }
    this.#loose.delete(terminal);
    const owned = this.#byOwner.get(owner);
    if (owned === undefined) this.#byOwner.set(owner, new Set([terminal]));
    else owned.add(terminal);
  }

  #disown(terminal: Terminal): void {
    this.#loose.delete(terminal);
    if (terminal.owner === undefined) return;
    const owned = this.#byOwner.get(terminal.owner);
    owned?.delete(terminal);
    if (owned?.size === 0) this.#byOwner.delete(terminal.owner);
  }

  #weigh(terminal: Terminal, chars: number): void {
    terminal.chars += chars;
    this.#chars += chars;
    if (terminal.owner === undefined) this.looseChars += chars;
    else this.#options.items.weigh(terminal.owner, chars);
  }
}

function toView(terminal: Terminal): TerminalView {
  const output = terminal.output.text();
  if (terminal.view.output !== output) terminal.view = { ...terminal.view, output };
  return terminal.view;
}
