// Every limit of the connections to MCP servers.

const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export const defaultMcpLimits = {
  startMs: 30 * SECOND, // Time to start a server, including `initialize` and the first lists of what it offers.
  listMs: 30 * SECOND, // Time to list its tools, prompts and resources again.
  callMs: 10 * MINUTE, // A tool call times out after this long without a result or a progress notification.
  callTotalMs: 120 * MINUTE, // Total time for a tool call, however much progress it reports.
  readMs: MINUTE, // Time to return a prompt or a resource.
  tokenMs: 8 * SECOND, // Time to refresh the token of a sign-in; another process waits meanwhile.
  signInPollMs: 2 * SECOND, // How often to check whether the user has signed in to a server.
  pingMs: 5 * SECOND, // Time to answer a ping.
  closeMs: 3 * SECOND, // Time to exit cleanly before the process is killed.
  reconnectAttemptsMax: 5, // Consecutive attempts to reconnect to a lost server.
  reconnectDelayMs: SECOND, // Delay before the first attempt; it doubles with each further one.
  reconnectDelayMsMax: 30 * SECOND,
  stableMs: MINUTE, // A server that stayed connected for this long gets all its attempts again.
  listChangeMs: 100, // List changes are collected for this long before the lists are read again.
  progressMs: 100, // Progress is shown at most this often.
  listPagesMax: 64,
  toolsMax: 512,
  promptsMax: 256,
  resourcesMax: 1024,
  messageBytesMax: 32 * MIB, // Size of one message from a server; a larger one is skipped.
  outboundBytesMax: 32 * MIB, // Unsent data for a server that does not read; more disconnects it.
  resultCharsMax: 100_000, // Total text of a tool result, a prompt or a resource.
  resultImagesMax: 16,
  resultDataCharsMax: 8 * MIB, // Length of one image or file in base64.
};
export type McpLimits = Readonly<typeof defaultMcpLimits>;
export const MCP_STDIN_CLOSED_GRACE_MS = 500; // Time for a local server to exit on its own once its stdin is closed.
export const MCP_STDERR_BYTES_MAX = 16 * KIB; // End of stderr that is kept.
export const TOOL_NAME_CHARS_MAX = 64; // Length that providers accept for the name of a tool.
export const SERVER_SLUG_CHARS_MAX = 28; // Length of the server part of a tool name.
export const MCP_REMEMBERED_NAMES_MAX = 4 * KIB; // Tools whose assigned names are remembered, so that they stay.
export const MCP_DESCRIPTION_CHARS_MAX = 8 * KIB;
export const MCP_INSTRUCTIONS_CHARS_MAX = 4 * KIB; // Length of a server's own instructions for the model.
export const MCP_SCHEMA_CHARS_MAX = 64 * KIB; // A longer schema would fill too much of the model's window.
export const MCP_REASON_CHARS_MAX = 1_500; // Length of an error in a notice or a result.
export const MCP_REASON_HEAD_CHARS = 300;
export const MCP_REMARKS_MAX = 5; // Warnings about the tools of a server that are shown together.
export const MCP_LIST_CHANGE_MS_MAX = 10 * SECOND; // Longest delay before the lists of a changing server are read.
export const MCP_PING_PAUSE_MS = 500; // Pause between two pings to a server that may be lost.
export const MCP_LOSS_GRACE_MS = 250; // A failed call waits this long to learn whether the connection was lost.
export const MCP_SECRET_CHARS_MIN = 6; // A shorter value is not redacted, because the text would become unreadable.
export const MCP_SHOWN_INPUT_CHARS_MAX = 4 * KIB; // Length of the input of a call shown to the user.
export const MCP_QUESTION_MS = 30 * MINUTE; // An unanswered question of a server is cancelled after this time.
export const MCP_QUESTIONS_MAX = 8; // Open questions of all servers of a session; further ones are refused.
export const MCP_FORM_CHARS_MAX = 64 * KIB; // Length of the form of a question.
export const MCP_PAGES_MAX = 64; // Opened pages that a server may still report as completed.
export const MCP_REQUIRED_PAGES_MAX = 5; // Pages that a server may require for one call.
export const MCP_PAGE_DONE_MS = 2 * MINUTE; // After this time a call is repeated, even if its server has not reported its page as completed.
export const OAUTH_REQUEST_MS = 10 * SECOND; // Time and size of one response of a sign-in server, while the user signs in.
export const OAUTH_ANSWER_BYTES_MAX = MIB;
export const SIGN_IN_MS_MAX = 5 * MINUTE; // Time for the user to sign in to an MCP server in the browser.
export const MCP_TOKENS_MAX = 32; // Tokens of a server that are remembered, so that they can be redacted in messages.
export const MCP_LISTED_RESOURCES_MAX = 50; // Resources in a list shown to the user.
