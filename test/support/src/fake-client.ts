// A client with files, terminals and a user that exist only in memory: it answers everything an agent may ask.
import type { ClientCapabilities, ClientHandlers, ClientRequests, Known } from "@parley/acp";
import { RESOURCE_NOT_FOUND } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import { createInbox, type Inbox } from "./inbox.ts";

type Answer<Method extends keyof ClientRequests> = (
  params: ClientRequests[Method]["params"],
  signal: AbortSignal,
) => Known<ClientRequests[Method]["result"]> | Promise<Known<ClientRequests[Method]["result"]>>;

export interface FakeClientOptions {
  /** Without it the first option is chosen. */
  readonly permit?: Answer<"session/request_permission">;
  /** Without it every question is accepted. */
  readonly answer?: Answer<"elicitation/create">;
}

export interface FakeClient {
  readonly handlers: ClientHandlers;
  readonly files: Map<string, string>;
  /** By terminal id: what has become of it. A command that starts with `sleep` runs until it is killed. */
  readonly terminals: ReadonlyMap<string, FakeTerminal>;
  /** Every request and notification of the agent except for updates, in order. */
  readonly calls: Inbox<{ readonly method: string; readonly params: unknown }>;
}

interface TerminalExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

interface FakeTerminal {
  readonly command: string;
  readonly cwd: string | undefined;
  readonly exited: Promise<TerminalExit>;
  isReleased: boolean;
  kill(): void;
}

export const EVERY_CAPABILITY: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { notices: {}, compaction: {}, configOptions: { boolean: {} } },
  elicitation: { form: {}, url: {} },
};

export function createFakeClient({ permit = chooseFirst, answer = accept }: FakeClientOptions = {}): FakeClient {
  const files = new Map<string, string>();
  const terminals = new Map<string, FakeTerminal>();
  const calls: FakeClient["calls"] = createInbox();
  const handlers: ClientHandlers = {
    "session/request_permission": (params, { signal }) => permit(params, signal),
    "elicitation/create": (params, { signal }) => answer(params, signal),
    "elicitation/complete": () => undefined,
    "fs/read_text_file": ({ path, line, limit }) => ({ content: toRange(textOf(files, path), line ?? 1, limit) }),
    "fs/write_text_file": ({ path, content }) => void files.set(path, content),
    "terminal/create": ({ command, args = [], cwd }) => {
      const terminalId = `terminal-${terminals.size + 1}`;
      terminals.set(terminalId, createTerminal([command, ...args].join(" "), cwd ?? undefined));
      return { terminalId };
    },
    "terminal/output": ({ terminalId }) => {
      terminalOf(terminals, terminalId);
      return { output: "output\n", truncated: false };
    },
    "terminal/wait_for_exit": ({ terminalId }) => terminalOf(terminals, terminalId).exited,
    "terminal/kill": ({ terminalId }) => terminalOf(terminals, terminalId).kill(),
    "terminal/release": ({ terminalId }) => {
      const terminal = terminalOf(terminals, terminalId);
      terminal.kill();
      terminal.isReleased = true;
    },
    "_parley/ping": (_params, context) => (context === undefined ? undefined : { pong: true }),
  };
  return { handlers: withCalls(handlers, calls), files, terminals, calls };
}

/** The same handlers, each noting its call first. */
function withCalls(handlers: ClientHandlers, calls: FakeClient["calls"]): ClientHandlers {
  const noted = Object.entries(handlers).map(([method, handler]) => {
    const call = handler as (params: unknown, context: unknown) => unknown;
    const note = (params: unknown, context: unknown): unknown => {
      calls.push({ method, params });
      return call(params, context);
    };
    return [method, note];
  });
  return Object.fromEntries(noted) as ClientHandlers;
}

const chooseFirst: Answer<"session/request_permission"> = ({ options: [option] }) => ({
  outcome: option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId },
});

const accept: Answer<"elicitation/create"> = ({ mode }) =>
  mode === "form" ? { action: "accept", content: { answer: "42", name: "x" } } : { action: "accept" };

function textOf(files: ReadonlyMap<string, string>, path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new RpcError(RESOURCE_NOT_FOUND, `No such file: ${path}`);
  return text;
}

function toRange(text: string, line: number, limit: number | null | undefined): string {
  const lines = text.split(/(?<=\n)/);
  return lines.slice(line - 1, limit === undefined || limit === null ? undefined : line - 1 + limit).join("");
}

/** An agent may not use a terminal that it has released. */
function terminalOf(terminals: ReadonlyMap<string, FakeTerminal>, terminalId: string): FakeTerminal {
  const terminal = terminals.get(terminalId);
  if (terminal === undefined || terminal.isReleased) throw RpcError.invalidParams(`no terminal ${terminalId}`);
  return terminal;
}

function createTerminal(command: string, cwd: string | undefined): FakeTerminal {
  const killed = new AbortController();
  const exited = new Promise<TerminalExit>((resolve) => {
    if (!command.startsWith("sleep")) resolve({ exitCode: 0, signal: null });
    killed.signal.addEventListener("abort", () => resolve({ exitCode: null, signal: "SIGTERM" }));
  });
  return { command, cwd, exited, isReleased: false, kill: () => killed.abort() };
}
