// Tests that say nothing about three servers, and why. All others of `npm run test:three-nodes` pass there as they do on one.

interface OneServerOnly {
  /** Below `test/e2e`, without `.test.ts`. */
  readonly file: string;
  /** How the test's name begins; all tests of the file if there is none. */
  readonly test?: string;
  readonly why: string;
}

const AGENTS = "Agents are installed, signed in to and logged on one machine, for its own server";
const HOME = "The sessions of a home are in its own store, without a database";
const FILE = "It is about the file of the embedded store";
const EDITOR = "An editor's tools are at the server that it is connected to (docs/scale.md, Limits)";
const TERMINAL = "Live output of terminals is at the owner (docs/scale.md, Limits)";
const EVENTS = "Numbers of the stream of all changes belong to one server (docs/scale.md, Limits)";
const NOTIFY = "The command runs on every server (docs/scale.md, Limits)";
const AGENT_SESSION = "The agent's own session is in the home of another server (docs/scale.md, What runs where)";
const SNAPSHOTS = "The snapshots of a turn are in the home of another server (docs/scale.md, Limits)";
const AUDIT = "The audit of a decision is in the home of the server that made it";
const POOL = "It counts the processes of one server's agents";
const ADDRESS = "It compares the address of a server with that of the load balancer";
const BYTES = "The load balancer answers before a server sees the request";
const PAUSED = "It pauses or restarts one server and expects no other to answer";

const ONE_SERVER_ONLY: readonly OneServerOnly[] = [
  { file: "serve/agent-programs", test: "are listed with their states", why: AGENTS },
  { file: "serve/agent-programs", test: "is signed in to", why: AGENTS },
  { file: "serve/agent-programs", test: "is not said to be signed in", why: AGENTS },
  { file: "serve/agent-programs", test: "stops waiting for a sign-in", why: AGENTS },
  { file: "serve/agent-programs", test: "shows its log and its traffic", why: AGENTS },
  { file: "serve/agent-tools", test: "lists the tools of the MCP servers for", why: AGENTS },
  { file: "serve/attach", test: "run and sessions use it", why: HOME },
  { file: "serve/background-server", test: "is replaced by parley serve", why: HOME },
  { file: "serve/changes", test: "keep their state when the server is started", why: SNAPSHOTS },
  { file: "serve/chat-and-turns", test: "is missed, and the chat continues", why: PAUSED },
  { file: "serve/chat-without-server", test: "has the sessions of the home", why: HOME },
  { file: "serve/client-faults", test: "learns that a server hangs", why: PAUSED },
  { file: "serve/client-faults", test: "answers while the server restarts", why: AGENT_SESSION },
  { file: "serve/disk-full", why: FILE },
  { file: "serve/earlier-sessions", why: FILE },
  { file: "serve/editor-tools", test: "our own agent calls a window's tool", why: EDITOR },
  { file: "serve/editor-tools", test: "an agent that only starts programs", why: EDITOR },
  { file: "serve/events", test: "is the same for a key", why: EVENTS },
  { file: "serve/events", test: "has a thousand readers", why: EVENTS },
  { file: "serve/events", test: "runs the user's command once", why: NOTIFY },
  { file: "serve/events", test: "that fails is logged once", why: NOTIFY },
  { file: "serve/events", test: "sums up turns on a server and without one", why: HOME },
  { file: "serve/every-agent", test: "is listed as an agent as soon as", why: AGENTS },
  { file: "serve/every-surface", test: "a session started without a server", why: HOME },
  { file: "serve/failing-agent", test: "is reported with the prompt", why: ADDRESS },
  { file: "serve/hung-agent", test: "exits, and is restarted", why: POOL },
  { file: "serve/malformed-requests", why: BYTES },
  { file: "serve/idle-sessions", test: "are removed from the server's memory and restored", why: AGENT_SESSION },
  { file: "serve/many-sessions", test: "replace idle ones", why: POOL },
  { file: "serve/nodes-come-and-go", why: "It starts its own servers, and lists them" },
  { file: "serve/operations", test: "reply the same over HTTP and ACP", why: ADDRESS },
  { file: "serve/postgres", why: "It starts its own databases" },
  { file: "serve/questions-and-turns", test: "cancel a turn that another client", why: HOME },
  { file: "serve/remote", test: "start over when the store was restored", why: FILE },
  { file: "serve/restart", why: AGENT_SESSION },
  { file: "serve/rules-and-files", test: "are the same over the API", why: AUDIT },
  { file: "serve/scale-document", why: "It starts its own three servers" },
  { file: "serve/serve", test: "does not wait after a second signal", why: PAUSED },
  { file: "serve/serve", test: "prints its address", why: ADDRESS },
  { file: "serve/serve", test: "prints the link", why: ADDRESS },
  { file: "serve/sub-agent-restart", why: AGENT_SESSION },
  { file: "serve/terminals", why: TERMINAL },
  { file: "serve/three-nodes", why: "It starts its own three servers" },
];

/** Undefined if the test runs. */
export function whyOneServer(path: string, test: string): string | undefined {
  return ONE_SERVER_ONLY.find(
    (row) => path.endsWith(`test/e2e/${row.file}.test.ts`) && (row.test === undefined || test.startsWith(row.test)),
  )?.why;
}
