// Below the methods: JSON-RPC, error codes, extensions, paths, transports.
import { acp, ALL, OURS, page, PIPES, type Requirements } from "./requirement.ts";

const jsonRpc = page("https://www.jsonrpc.org/specification", {
  "RPC-001": ["request_object", "both", 'Say jsonrpc "2.0" in every message', ALL],
  "RPC-002": ["request_object", "both", "Use numbers, strings or null as ids, each once at a time", ALL],
  "RPC-003": ["response_object", "both", "Answer with the very id of the request"],
  "RPC-004": ["notification", "both", "Never answer a notification"],
  "RPC-005": ["response_object", "both", "Have exactly one of result and error in an answer", ALL],
  "RPC-006": ["error_object", "both", "Have an integer code and a message in an error"],
  "RPC-007": ["error_object", "agent", "Answer text that is not JSON with −32700 and id null", PIPES],
  "RPC-008": ["error_object", "both", "Answer what is not a request with −32600"],
  "RPC-009": ["error_object", "both", "Answer an unknown method with −32601"],
  "RPC-010": ["error_object", "both", "Answer params that do not fit with −32602"],
  "RPC-011": ["error_object", "both", "Answer with −32603 when a handler fails, and tell nothing about the inside"],
  "RPC-012": ["response_object", "both", "Use id null where the id could not be read"],
  "RPC-013": ["parameter_structures", "both", "Send params as an object or not at all", ALL],
});

const errors = page(acp("schema"), {
  "ERR-001": ["errorcode", "agent", "Say authentication required with −32000"],
  "ERR-002": ["errorcode", "agent", "Say that a session is not there with −32002"],
  "ERR-003": ["errorcode", "both", "Say that a request was cancelled with −32800"],
});

const extensibility = page(acp("extensibility"), {
  "EXT-001": ["the-meta-field", "both", "Add no fields of its own at the root of a type", ALL],
  "EXT-002": ["the-meta-field", "both", "Assume nothing about the values in _meta", ALL],
  "EXT-003": ["extension-methods", "both", "Start the names of extension methods with an underscore"],
  "EXT-004": ["custom-requests", "both", "Answer an extension request with the id it came with", ALL],
  "EXT-005": ["custom-requests", "both", "Answer an unknown extension request with −32601", ALL],
  "EXT-006": ["custom-notifications", "both", "Ignore unknown notifications", ALL],
});

const overview = page(acp("overview"), {
  "PATH-001": ["argument-requirements", "both", "Use absolute paths everywhere", ALL],
  "PATH-002": ["argument-requirements", "both", "Count lines from 1"],
});

const transports = page(acp("transports"), {
  "WIRE-001": ["", "both", "Encode messages as UTF-8", PIPES],
  "WIRE-002": ["stdio", "both", "Have no newlines inside a message", PIPES],
  "WIRE-003": ["stdio", "agent", "Write nothing but messages to stdout", PIPES],
  "WIRE-004": ["stdio", "client", "Write nothing but messages to the agent's stdin", PIPES],
  "WIRE-005": [
    "custom-transports",
    "both",
    "Keep message format and lifecycle over other transports",
    [...OURS, "http"],
  ],
});

const HTTP = ["http"] as const;
const remote = page("https://agentclientprotocol.com/rfds/streamable-http-websocket-transport", {
  "HTTP-001": ["content-negotiation-and-validation", "client", "POST messages as application/json", HTTP],
  "HTTP-002": ["content-negotiation-and-validation", "client", "Accept text/event-stream on every stream", HTTP],
  "HTTP-003": [
    "content-negotiation-and-validation",
    "client",
    "Name the connection in every request after initialize",
    HTTP,
  ],
  "HTTP-004": ["content-negotiation-and-validation", "client", "Name the session in what belongs to a session", HTTP],
  "HTTP-005": [
    "5-requires-cookie-support-on-http-transports",
    "client",
    "Keep the server's cookies for the connection",
    HTTP,
  ],
  "HTTP-006": ["elevator-pitch", "client", "Support WebSocket as well as streamable HTTP", ["websocket", "http"]],
});

const later = {
  "HTTP-007": {
    who: "both",
    text: "Use HTTP/2",
    link: "https://agentclientprotocol.com/rfds/streamable-http-websocket-transport#content-negotiation-and-validation",
    on: [],
    later: "Node's fetch speaks HTTP/1.1 to plain http, as does the SDK's own server",
  },
} satisfies Requirements;

export const messageRequirements = {
  ...jsonRpc,
  ...errors,
  ...extensibility,
  ...overview,
  ...transports,
  ...remote,
  ...later,
};
