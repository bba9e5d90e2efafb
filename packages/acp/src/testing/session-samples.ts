// Samples of the alias table: connections, sessions, terminals and content.
import type { Samples } from "./alias-sample.ts";

const VERSION = { protocolVersion: 1 };
const STDIO = { name: "files", command: "mcp-files", args: [] };
const PAIRS = [{ name: "A", value: "1" }];
const HTTP = { type: "http", name: "web", url: "https://example.com" };
const SSE = { ...HTTP, type: "sse" };
const TERMINAL = { sessionId: "s", command: "ls" };
const MODE = { id: "ask", name: "Ask" };
const TEXT = { type: "text", text: "hi" };
const USED = { type: "tool_use", toolId: "t", toolName: "read", input: { path: "a" } };
const RETURNED = { type: "tool_result", toolId: "t", output: "done" };
const FILE = { uri: "file:///a", text: "a", mimeType: "text/plain" };

export const sessionSamples: Samples = {
  "InitializeRequest.clientCapabilities ← capabilities": [
    "InitializeRequest",
    { ...VERSION, capabilities: { terminal: true } },
    { ...VERSION, capabilities: { terminal: true }, clientCapabilities: { terminal: true } },
  ],
  "InitializeResponse.agentCapabilities ← capabilities": [
    // An agent of version 2: what it said stays recognisable, whatever the reading as version 1 makes of the copy.
    [
      "InitializeResponse",
      { protocolVersion: 2, info: {}, capabilities: { auth: { logout: 1 } } },
      { protocolVersion: 2, info: {}, capabilities: { auth: { logout: 1 } }, agentCapabilities: { auth: {} } },
    ],
    [
      "InitializeResponse",
      { ...VERSION, capabilities: { loadSession: true } },
      { ...VERSION, capabilities: { loadSession: true }, agentCapabilities: { loadSession: true } },
    ],
  ],
  "InitializeResponse.agentCapabilities ← serverCapabilities": [
    "InitializeResponse",
    { ...VERSION, serverCapabilities: { terminal: true } },
    { ...VERSION, serverCapabilities: { terminal: true }, agentCapabilities: { terminal: true } },
  ],
  "InitializeResponse.agentInfo ← serverInfo": [
    "InitializeResponse",
    { ...VERSION, serverInfo: { name: "a", version: "1" } },
    { ...VERSION, serverInfo: { name: "a", version: "1" }, agentInfo: { name: "a", version: "1" } },
  ],
  "InitializeRequest.protocolVersion as string": [
    ["InitializeRequest", { protocolVersion: "2025-01-21" }, { protocolVersion: 1 }],
    ["InitializeRequest", { protocolVersion: "2" }, { protocolVersion: 2 }],
    ["InitializeRequest", { protocolVersion: "latest" }, { protocolVersion: 1 }],
  ],
  "InitializeResponse.protocolVersion as string": ["InitializeResponse", { protocolVersion: "2025-01-21" }, VERSION],
  "NewSessionRequest.mcpServers absent": ["NewSessionRequest", { cwd: "/a" }, { cwd: "/a", mcpServers: [] }],
  "LoadSessionRequest.mcpServers absent": [
    "LoadSessionRequest",
    { sessionId: "s", cwd: "/a" },
    { sessionId: "s", cwd: "/a", mcpServers: [] },
  ],
  "LoadSessionRequest.cwd absent": [
    "LoadSessionRequest",
    { sessionId: "s" },
    { sessionId: "s", cwd: "", mcpServers: [] },
  ],
  "ResumeSessionRequest.cwd absent": ["ResumeSessionRequest", { sessionId: "s" }, { sessionId: "s", cwd: "" }],
  "HistoryMessage.role ← Role": [
    "LoadSessionResponse",
    { sessionId: "s", messages: [{ Role: "user", content: [TEXT] }] },
    { sessionId: "s", messages: [{ role: "user", content: [TEXT] }] },
  ],
  "HistoryMessage.content ← Content": [
    "HistoryMessage",
    { Role: "assistant", Content: [USED] },
    { role: "assistant", content: [USED] },
  ],
  "AuthenticateRequest.methodId ← authMethodId": ["AuthenticateRequest", { authMethodId: "key" }, { methodId: "key" }],
  "AuthMethodTerminal.env as array": [
    "AuthMethod",
    { type: "terminal", id: "t", name: "T", env: PAIRS },
    { type: "terminal", id: "t", name: "T", env: { A: "1" } },
  ],
  "SetSessionModeRequest.modeId ← mode": [
    "SetSessionModeRequest",
    { sessionId: "s", mode: "ask" },
    { sessionId: "s", modeId: "ask" },
  ],
  "SessionModeState.availableModes ← modes": [
    "NewSessionResponse",
    { sessionId: "s", modes: { modes: [MODE], currentModeId: "ask" } },
    { sessionId: "s", modes: { availableModes: [MODE], currentModeId: "ask" } },
  ],
  "SessionModeState.currentModeId ← current": [
    "SessionModeState",
    { modes: [MODE], current: "ask" },
    { availableModes: [MODE], currentModeId: "ask" },
  ],
  "SessionModeState.currentModeId ← currentMode": [
    "SessionModeState",
    { availableModes: [MODE], currentMode: "ask" },
    { availableModes: [MODE], currentModeId: "ask" },
  ],
  "SessionMode.id ← name": ["SessionMode", { name: "Ask" }, { name: "Ask", id: "Ask" }],
  "CurrentModeUpdate.currentModeId ← mode": [
    "SessionUpdate",
    { sessionUpdate: "current_mode_update", mode: "ask" },
    { sessionUpdate: "current_mode_update", currentModeId: "ask" },
  ],
  "SessionConfigSelectOption.value ← id": [
    "SessionConfigOption",
    { type: "select", id: "model", name: "Model", currentValue: "m", options: [{ id: "m", name: "M" }] },
    { type: "select", id: "model", name: "Model", currentValue: "m", options: [{ value: "m", name: "M" }] },
  ],
  "SessionConfigSelectGroup.group ← id": [
    "SessionConfigSelectOptions",
    [{ id: "g", name: "G", options: [{ value: "m", name: "M" }] }],
    [{ group: "g", name: "G", options: [{ value: "m", name: "M" }] }],
  ],
  "McpServerStdio.env as object": ["McpServer", { ...STDIO, env: { A: "1" } }, { ...STDIO, env: PAIRS }],
  "McpServerHttp.headers as object": ["McpServer", { ...HTTP, headers: { A: "1" } }, { ...HTTP, headers: PAIRS }],
  "McpServerSse.headers as object": ["McpServer", { ...SSE, headers: { A: "1" } }, { ...SSE, headers: PAIRS }],
  "McpServerStdio.args absent": ["McpServer", { name: "files", command: "mcp-files", env: [] }, { ...STDIO, env: [] }],
  "McpServerStdio.env absent": ["McpServer", STDIO, { ...STDIO, env: [] }],
  "McpServerHttp.headers absent": ["McpServer", HTTP, { ...HTTP, headers: [] }],
  "McpServerSse.headers absent": ["McpServer", SSE, { ...SSE, headers: [] }],
  "McpServer unfoldTransport": [
    "McpServer",
    { name: "files", transport: { type: "stdio", command: "mcp-files", args: [], env: {} } },
    { ...STDIO, type: "stdio", env: [] },
  ],
  "CreateTerminalRequest.env as object": [
    "CreateTerminalRequest",
    { ...TERMINAL, env: { A: "1" } },
    { ...TERMINAL, env: PAIRS },
  ],
  "WaitForTerminalExitResponse.exitCode ← exitStatus.exitCode": [
    "WaitForTerminalExitResponse",
    { exitStatus: { exitCode: 2 } },
    { exitStatus: { exitCode: 2 }, exitCode: 2 },
  ],
  "WaitForTerminalExitResponse.signal ← exitStatus.signal": [
    "WaitForTerminalExitResponse",
    { exitStatus: { signal: "TERM" } },
    { exitStatus: { signal: "TERM" }, signal: "TERM" },
  ],
  "TerminalOutputResponse.truncated absent": [
    "TerminalOutputResponse",
    { output: "hi" },
    { output: "hi", truncated: false },
  ],
  "TerminalOutputResponse.exitStatus absent": [
    [
      "TerminalOutputResponse",
      { output: "hi", exitCode: 2 },
      { output: "hi", exitCode: 2, truncated: false, exitStatus: { exitCode: 2 } },
    ],
    ["TerminalOutputResponse", { output: "", exitCode: null }, { output: "", exitCode: null, truncated: false }],
  ],
  "ContentBlock embedded_resource → resource": [
    "PromptRequest",
    { sessionId: "s", prompt: [{ type: "embedded_resource", resource: FILE }] },
    { sessionId: "s", prompt: [{ type: "resource", resource: FILE }] },
  ],
  "EmbeddedResourceResource unfoldResource": [
    ["ContentBlock", { type: "resource", resource: { text: FILE } }, { type: "resource", resource: FILE }],
    [
      "ContentBlock",
      { type: "resource", resource: { blob: { uri: "file:///a", blob: "AA==" } } },
      { type: "resource", resource: { uri: "file:///a", blob: "AA==" } },
    ],
  ],
  "ImageContent.data ← imageData": [
    "ContentBlock",
    { type: "image", imageData: "AA==", mimeType: "image/png" },
    { type: "image", data: "AA==", mimeType: "image/png" },
  ],
  "ImageContent.mimeType ← imageMime": [
    "ContentBlock",
    { type: "image", imageData: "AA==", imageMime: "image/png" },
    { type: "image", data: "AA==", mimeType: "image/png" },
  ],
  "AudioContent.data ← audioData": [
    "ContentBlock",
    { type: "audio", audioData: "AA==", mimeType: "audio/wav" },
    { type: "audio", data: "AA==", mimeType: "audio/wav" },
  ],
  "AudioContent.mimeType ← audioMime": [
    "ContentBlock",
    { type: "audio", audioData: "AA==", audioMime: "audio/wav" },
    { type: "audio", data: "AA==", mimeType: "audio/wav" },
  ],
  "ContentBlock.image readImageUrl": [
    [
      "ContentBlock",
      { type: "image", imageUrl: "data:image/png;base64,AA==" },
      { type: "image", data: "AA==", mimeType: "image/png" },
    ],
    [
      "ContentBlock",
      { type: "image", imageUrl: "https://example.com/a.png?x=1", imageMime: "image/png" },
      { type: "resource_link", uri: "https://example.com/a.png?x=1", name: "a.png", mimeType: "image/png" },
    ],
  ],
  "ContentBlock.audio readAudioUrl": [
    "ContentBlock",
    { type: "audio", audioUrl: "https://example.com/a.wav" },
    { type: "resource_link", uri: "https://example.com/a.wav", name: "a.wav" },
  ],
  "ResourceLink.name absent": [
    [
      "ContentBlock",
      { type: "resource_link", uri: "file:///a/b.txt" },
      { type: "resource_link", uri: "file:///a/b.txt", name: "b.txt" },
    ],
    ["ContentBlock", { type: "resource_link", uri: "" }, { type: "resource_link", uri: "", name: "" }],
  ],
  "ContentBlock tool_use → text": [
    "PromptRequest",
    { sessionId: "s", prompt: [USED] },
    { sessionId: "s", prompt: [{ type: "text", text: 'read {"path":"a"}' }] },
  ],
  "ContentBlock tool_result → text": ["ContentBlock", RETURNED, { type: "text", text: "done" }],
};
