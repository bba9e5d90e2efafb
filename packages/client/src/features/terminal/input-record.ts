// Records what users type into a terminal, line by line, with the user's name. Input that the program does not echo,
// such as a password, is only counted.
import type { EventActor } from "@parley/acp";
import { PlainText, type Terminal } from "@parley/machine";
import { redact } from "@parley/policy";
import type { SessionScope } from "../feature.ts";
import { INPUT_CHARS_MAX, INPUT_ECHO_CHARS_MAX, INPUT_ECHO_MS } from "../../limits.ts";

// oxlint-disable-next-line no-control-regex -- keys such as Enter are control characters
const CONTROLS = /[\u0000-\u001f\u007f]+/;
// oxlint-disable-next-line no-control-regex -- Enter, and the keys that interrupt, end or suspend
const SUBMITS = /[\r\n\u0003\u0004\u001a]/;

interface Pending {
  readonly actor: EventActor | undefined;
  input: string;
  readonly shown: PlainText;
  output: string;
  stop(): void;
}

export class InputRecord {
  readonly #scope: SessionScope;
  readonly #terminal: Terminal;
  #pending: Pending | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(scope: SessionScope, terminal: Terminal) {
    this.#scope = scope;
    this.#terminal = terminal;
  }

  /** Call it in the tick in which the data is written, so that its echo is seen. */
  add(data: string, actor: EventActor | undefined): void {
    if (this.#pending !== undefined && !isSame(this.#pending.actor, actor)) this.#flush();
    this.#pending ??= this.#begin(actor);
    this.#pending.input += data;
    if (this.#pending.input.length >= INPUT_CHARS_MAX) this.#flush();
    // The program needs a moment to echo it.
    else if (SUBMITS.test(data)) this.#timer ??= setTimeout(() => this.#flush(), INPUT_ECHO_MS).unref();
  }

  close(): void {
    this.#flush();
  }

  #begin(actor: EventActor | undefined): Pending {
    const decoder = new TextDecoder();
    const pending: Pending = { actor, input: "", shown: new PlainText(), output: "", stop: () => undefined };
    pending.stop = this.#terminal.onData((chunk) => {
      if (pending.output.length < INPUT_ECHO_CHARS_MAX) pending.output += pending.shown.push(decoder.decode(chunk));
    });
    return pending;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = this.#pending;
    if (pending === undefined) return;
    this.#pending = undefined;
    pending.stop();
    const { actor, input } = pending;
    const said = isShown(input, pending.output + pending.shown.line)
      ? { input: redact(input) }
      : { hiddenInput: input.length };
    this.#scope.record({ type: "terminal", terminalId: this.#terminal.id, ...said, ...(actor && { actor }) });
  }
}

/** All printable characters were echoed, in this order. */
function isShown(input: string, output: string): boolean {
  let from = 0;
  for (const part of input.split(CONTROLS)) {
    const at = output.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

function isSame(one: EventActor | undefined, other: EventActor | undefined): boolean {
  return one?.surface === other?.surface && one?.person === other?.person;
}
