// Every method of the protocol with the types of its params and result. methods.ts has everything else about it.
import type * as t from "./generated/types.ts";

interface Signature<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}

/** Requests that a client sends to an agent. */
export interface AgentRequests {
  initialize: Signature<t.InitializeRequest, t.InitializeResponse>;
  authenticate: Signature<t.AuthenticateRequest, t.AuthenticateResponse>;
  logout: Signature<t.LogoutRequest, t.LogoutResponse>;
  "session/new": Signature<t.NewSessionRequest, t.NewSessionResponse>;
  "session/load": Signature<t.LoadSessionRequest, t.LoadSessionResponse>;
  "session/resume": Signature<t.ResumeSessionRequest, t.ResumeSessionResponse>;
  "session/list": Signature<t.ListSessionsRequest, t.ListSessionsResponse>;
  "session/close": Signature<t.CloseSessionRequest, t.CloseSessionResponse>;
  "session/delete": Signature<t.DeleteSessionRequest, t.DeleteSessionResponse>;
  "session/fork": Signature<t.ForkSessionRequest, t.ForkSessionResponse>;
  "session/set_mode": Signature<t.SetSessionModeRequest, t.SetSessionModeResponse>;
  "session/set_model": Signature<t.SetSessionModelRequest, t.SetSessionModelResponse>;
  "session/set_config_option": Signature<t.SetSessionConfigOptionRequest, t.SetSessionConfigOptionResponse>;
  "session/prompt": Signature<t.PromptRequest, t.PromptResponse>;
}

/** Notifications that a client sends to an agent. */
export interface AgentNotifications {
  "session/cancel": Signature<t.CancelNotification, void>;
}

/** Requests that an agent sends to a client. */
export interface ClientRequests {
  "session/request_permission": Signature<t.RequestPermissionRequest, t.RequestPermissionResponse>;
  "elicitation/create": Signature<t.CreateElicitationRequest, t.CreateElicitationResponse>;
  "fs/read_text_file": Signature<t.ReadTextFileRequest, t.ReadTextFileResponse>;
  "fs/write_text_file": Signature<t.WriteTextFileRequest, t.WriteTextFileResponse>;
  "terminal/create": Signature<t.CreateTerminalRequest, t.CreateTerminalResponse>;
  "terminal/output": Signature<t.TerminalOutputRequest, t.TerminalOutputResponse>;
  "terminal/wait_for_exit": Signature<t.WaitForTerminalExitRequest, t.WaitForTerminalExitResponse>;
  "terminal/kill": Signature<t.KillTerminalRequest, t.KillTerminalResponse>;
  "terminal/release": Signature<t.ReleaseTerminalRequest, t.ReleaseTerminalResponse>;
}

/** Notifications that an agent sends to a client. */
export interface ClientNotifications {
  "session/update": Signature<t.SessionNotification, void>;
  "elicitation/complete": Signature<t.CompleteElicitationNotification, void>;
}

export type Signatures = AgentRequests & AgentNotifications & ClientRequests & ClientNotifications;

/** Extension methods start with an underscore; both sides may have any. */
export type ExtensionMethod = `_${string}`;
