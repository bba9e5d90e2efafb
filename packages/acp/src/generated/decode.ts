// The tolerant decoders of the Agent Client Protocol, version 1. Made by `npm run generate`; do not edit.
//
// check…, every… and keep… work in place and return whether the value is valid (keep… drops invalid items). read…
// returns the value or its replacement, or undefined if it is invalid.
import { isObject } from "@parley/base";
import { failRead, isCount, isIntegerWithin, readUnknownTag, toUnknown } from "../decode-primitives.ts";
import { at, drop, fail, failAt, pointer, replace, skip, toReadResult, toResult, type Decoder, type Fields } from "../decode-trail.ts";
import { copy, fill, lift, rename } from "../reshape/fields.ts";
import { toList, toMap, toNameValueList, toTextBlock, toVersion } from "../reshape/forms.ts";
import { emptiedText, exitStatusOf, nameOfLink, nameOfOption } from "../reshape/absent.ts";
import { resultToUpdate, textToChunk, thinkingToChunk, toolResultToText, toolUseToText, wrapBlock } from "../reshape/variants.ts";
import { gatherOutcome, gatherToolCall, gatherUpdate, readAudioUrl, readImageUrl, toolBlockToUpdate, unfoldDiff, unfoldResource, unfoldToolCall, unfoldTransport, unfoldUpdates } from "../reshape/objects.ts";
import type * as t from "./types.ts";

/** What each decoder gives. */
export interface Decoded {
  WriteTextFileRequest: t.WriteTextFileRequest;
  ReadTextFileRequest: t.ReadTextFileRequest;
  RequestPermissionRequest: t.RequestPermissionRequest;
  ToolCallUpdate: t.ToolCallUpdate;
  ToolCallContent: t.ToolCallContent;
  ContentBlock: t.ContentBlock;
  Annotations: t.Annotations;
  TextContent: t.TextContent;
  ImageContent: t.ImageContent;
  AudioContent: t.AudioContent;
  ResourceLink: t.ResourceLink;
  EmbeddedResourceResource: t.EmbeddedResourceResource;
  TextResourceContents: t.TextResourceContents;
  BlobResourceContents: t.BlobResourceContents;
  EmbeddedResource: t.EmbeddedResource;
  Content: t.Content;
  Diff: t.Diff;
  Terminal: t.Terminal;
  ToolCallLocation: t.ToolCallLocation;
  PermissionOption: t.PermissionOption;
  CreateTerminalRequest: t.CreateTerminalRequest;
  EnvVariable: t.EnvVariable;
  TerminalOutputRequest: t.TerminalOutputRequest;
  ReleaseTerminalRequest: t.ReleaseTerminalRequest;
  WaitForTerminalExitRequest: t.WaitForTerminalExitRequest;
  KillTerminalRequest: t.KillTerminalRequest;
  CreateElicitationRequest: t.CreateElicitationRequest;
  ElicitationSessionScope: t.ElicitationSessionScope;
  ElicitationRequestScope: t.ElicitationRequestScope;
  ElicitationSchema: t.ElicitationSchema;
  ElicitationPropertySchema: t.ElicitationPropertySchema;
  EnumOption: t.EnumOption;
  StringPropertySchema: t.StringPropertySchema;
  NumberPropertySchema: t.NumberPropertySchema;
  IntegerPropertySchema: t.IntegerPropertySchema;
  BooleanPropertySchema: t.BooleanPropertySchema;
  MultiSelectItems: t.MultiSelectItems;
  StringMultiSelectItems: t.StringMultiSelectItems;
  TitledMultiSelectItems: t.TitledMultiSelectItems;
  MultiSelectPropertySchema: t.MultiSelectPropertySchema;
  ElicitationFormMode: t.ElicitationFormMode;
  ElicitationUrlMode: t.ElicitationUrlMode;
  InitializeResponse: t.InitializeResponse;
  AgentCapabilities: t.AgentCapabilities;
  PromptCapabilities: t.PromptCapabilities;
  McpCapabilities: t.McpCapabilities;
  SessionCapabilities: t.SessionCapabilities;
  SessionListCapabilities: t.SessionListCapabilities;
  SessionDeleteCapabilities: t.SessionDeleteCapabilities;
  SessionAdditionalDirectoriesCapabilities: t.SessionAdditionalDirectoriesCapabilities;
  SessionResumeCapabilities: t.SessionResumeCapabilities;
  SessionCloseCapabilities: t.SessionCloseCapabilities;
  AgentAuthCapabilities: t.AgentAuthCapabilities;
  LogoutCapabilities: t.LogoutCapabilities;
  AuthMethod: t.AuthMethod;
  AuthMethodTerminal: t.AuthMethodTerminal;
  AuthMethodAgent: t.AuthMethodAgent;
  Implementation: t.Implementation;
  AuthenticateResponse: t.AuthenticateResponse;
  LogoutResponse: t.LogoutResponse;
  NewSessionResponse: t.NewSessionResponse;
  SessionModeState: t.SessionModeState;
  SessionMode: t.SessionMode;
  SessionConfigOption: t.SessionConfigOption;
  SessionConfigSelectOptions: t.SessionConfigSelectOptions;
  SessionConfigSelectOption: t.SessionConfigSelectOption;
  SessionConfigSelectGroup: t.SessionConfigSelectGroup;
  SessionConfigSelect: t.SessionConfigSelect;
  SessionConfigBoolean: t.SessionConfigBoolean;
  LoadSessionResponse: t.LoadSessionResponse;
  ListSessionsResponse: t.ListSessionsResponse;
  SessionInfo: t.SessionInfo;
  DeleteSessionResponse: t.DeleteSessionResponse;
  ResumeSessionResponse: t.ResumeSessionResponse;
  CloseSessionResponse: t.CloseSessionResponse;
  SetSessionModeResponse: t.SetSessionModeResponse;
  SetSessionConfigOptionResponse: t.SetSessionConfigOptionResponse;
  PromptResponse: t.PromptResponse;
  Error: t.Error;
  SessionNotification: t.SessionNotification;
  SessionUpdate: t.SessionUpdate;
  ContentChunk: t.ContentChunk;
  ToolCall: t.ToolCall;
  PlanEntry: t.PlanEntry;
  Plan: t.Plan;
  AvailableCommand: t.AvailableCommand;
  AvailableCommandInput: t.AvailableCommandInput;
  UnstructuredCommandInput: t.UnstructuredCommandInput;
  AvailableCommandsUpdate: t.AvailableCommandsUpdate;
  CurrentModeUpdate: t.CurrentModeUpdate;
  ConfigOptionUpdate: t.ConfigOptionUpdate;
  SessionInfoUpdate: t.SessionInfoUpdate;
  Cost: t.Cost;
  UsageUpdate: t.UsageUpdate;
  Notice: t.Notice;
  CompactionUpdate: t.CompactionUpdate;
  CompactionSummaryChunk: t.CompactionSummaryChunk;
  CompleteElicitationNotification: t.CompleteElicitationNotification;
  InitializeRequest: t.InitializeRequest;
  ClientCapabilities: t.ClientCapabilities;
  FileSystemCapabilities: t.FileSystemCapabilities;
  ClientSessionCapabilities: t.ClientSessionCapabilities;
  CompactionCapabilities: t.CompactionCapabilities;
  SessionConfigOptionsCapabilities: t.SessionConfigOptionsCapabilities;
  BooleanConfigOptionCapabilities: t.BooleanConfigOptionCapabilities;
  NoticeCapabilities: t.NoticeCapabilities;
  AuthCapabilities: t.AuthCapabilities;
  ElicitationCapabilities: t.ElicitationCapabilities;
  ElicitationFormCapabilities: t.ElicitationFormCapabilities;
  ElicitationUrlCapabilities: t.ElicitationUrlCapabilities;
  AuthenticateRequest: t.AuthenticateRequest;
  LogoutRequest: t.LogoutRequest;
  NewSessionRequest: t.NewSessionRequest;
  McpServer: t.McpServer;
  HttpHeader: t.HttpHeader;
  McpServerHttp: t.McpServerHttp;
  McpServerSse: t.McpServerSse;
  McpServerStdio: t.McpServerStdio;
  LoadSessionRequest: t.LoadSessionRequest;
  ListSessionsRequest: t.ListSessionsRequest;
  DeleteSessionRequest: t.DeleteSessionRequest;
  ResumeSessionRequest: t.ResumeSessionRequest;
  CloseSessionRequest: t.CloseSessionRequest;
  SetSessionModeRequest: t.SetSessionModeRequest;
  SetSessionConfigOptionRequest: t.SetSessionConfigOptionRequest;
  PromptRequest: t.PromptRequest;
  WriteTextFileResponse: t.WriteTextFileResponse;
  ReadTextFileResponse: t.ReadTextFileResponse;
  RequestPermissionResponse: t.RequestPermissionResponse;
  RequestPermissionOutcome: t.RequestPermissionOutcome;
  SelectedPermissionOutcome: t.SelectedPermissionOutcome;
  CreateTerminalResponse: t.CreateTerminalResponse;
  TerminalOutputResponse: t.TerminalOutputResponse;
  TerminalExitStatus: t.TerminalExitStatus;
  ReleaseTerminalResponse: t.ReleaseTerminalResponse;
  WaitForTerminalExitResponse: t.WaitForTerminalExitResponse;
  KillTerminalResponse: t.KillTerminalResponse;
  CreateElicitationResponse: t.CreateElicitationResponse;
  ElicitationContentValue: t.ElicitationContentValue;
  ElicitationAcceptAction: t.ElicitationAcceptAction;
  CancelNotification: t.CancelNotification;
  CancelRequestNotification: t.CancelRequestNotification;
  ForkSessionRequest: t.ForkSessionRequest;
  ForkSessionResponse: t.ForkSessionResponse;
  SessionForkCapabilities: t.SessionForkCapabilities;
  Usage: t.Usage;
  SetSessionModelRequest: t.SetSessionModelRequest;
  SetSessionModelResponse: t.SetSessionModelResponse;
  SessionModelState: t.SessionModelState;
  ModelInfo: t.ModelInfo;
  HistoryMessage: t.HistoryMessage;
}

// Each decoder owns the value it is given, and changes it in place.

export const decodeToolCallUpdate: Decoder<t.ToolCallUpdate> = (value) => toResult(checkToolCallUpdate(value), value);
export const decodeContentBlock: Decoder<t.ContentBlock> = (value) => toReadResult(readContentBlock(value));
export const decodePermissionOption: Decoder<t.PermissionOption> = (value) => toResult(checkPermissionOption(value), value);
export const decodeCreateElicitationRequest: Decoder<t.CreateElicitationRequest> = (value) => toReadResult(readCreateElicitationRequest(value));
export const decodeSessionMode: Decoder<t.SessionMode> = (value) => toResult(checkSessionMode(value), value);
export const decodeSessionConfigOption: Decoder<t.SessionConfigOption> = (value) => toReadResult(readSessionConfigOption(value));
export const decodeSessionUpdate: Decoder<t.SessionUpdate> = (value) => toReadResult(readSessionUpdate(value));
export const decodeRequestPermissionOutcome: Decoder<t.RequestPermissionOutcome> = (value) => toReadResult(readRequestPermissionOutcome(value));
export const decodeCreateElicitationResponse: Decoder<t.CreateElicitationResponse> = (value) => toReadResult(readCreateElicitationResponse(value));
export const decodeUsage: Decoder<t.Usage> = (value) => toResult(checkUsage(value), value);

export const decoders: { readonly [N in keyof Decoded]: Decoder<Decoded[N]> } = {
  WriteTextFileRequest: (value) => toResult(checkWriteTextFileRequest(value), value),
  ReadTextFileRequest: (value) => toResult(checkReadTextFileRequest(value), value),
  RequestPermissionRequest: (value) => toResult(checkRequestPermissionRequest(value), value),
  ToolCallUpdate: decodeToolCallUpdate,
  ToolCallContent: (value) => toReadResult(readToolCallContent(value)),
  ContentBlock: decodeContentBlock,
  Annotations: (value) => toResult(checkAnnotations(value), value),
  TextContent: (value) => toResult(checkTextContent(value), value),
  ImageContent: (value) => toResult(checkImageContent(value), value),
  AudioContent: (value) => toResult(checkAudioContent(value), value),
  ResourceLink: (value) => toResult(checkResourceLink(value), value),
  EmbeddedResourceResource: (value) => toResult(checkEmbeddedResourceResource(value), value),
  TextResourceContents: (value) => toResult(checkTextResourceContents(value), value),
  BlobResourceContents: (value) => toResult(checkBlobResourceContents(value), value),
  EmbeddedResource: (value) => toResult(checkEmbeddedResource(value), value),
  Content: (value) => toResult(checkContent(value), value),
  Diff: (value) => toResult(checkDiff(value), value),
  Terminal: (value) => toResult(checkTerminal(value), value),
  ToolCallLocation: (value) => toResult(checkToolCallLocation(value), value),
  PermissionOption: decodePermissionOption,
  CreateTerminalRequest: (value) => toResult(checkCreateTerminalRequest(value), value),
  EnvVariable: (value) => toResult(checkEnvVariable(value), value),
  TerminalOutputRequest: (value) => toResult(checkTerminalOutputRequest(value), value),
  ReleaseTerminalRequest: (value) => toResult(checkReleaseTerminalRequest(value), value),
  WaitForTerminalExitRequest: (value) => toResult(checkWaitForTerminalExitRequest(value), value),
  KillTerminalRequest: (value) => toResult(checkKillTerminalRequest(value), value),
  CreateElicitationRequest: decodeCreateElicitationRequest,
  ElicitationSessionScope: (value) => toResult(checkElicitationSessionScope(value), value),
  ElicitationRequestScope: (value) => toResult(checkElicitationRequestScope(value), value),
  ElicitationSchema: (value) => toResult(checkElicitationSchema(value), value),
  ElicitationPropertySchema: (value) => toReadResult(readElicitationPropertySchema(value)),
  EnumOption: (value) => toResult(checkEnumOption(value), value),
  StringPropertySchema: (value) => toResult(checkStringPropertySchema(value), value),
  NumberPropertySchema: (value) => toResult(checkNumberPropertySchema(value), value),
  IntegerPropertySchema: (value) => toResult(checkIntegerPropertySchema(value), value),
  BooleanPropertySchema: (value) => toResult(checkBooleanPropertySchema(value), value),
  MultiSelectItems: (value) => toReadResult(readMultiSelectItems(value)),
  StringMultiSelectItems: (value) => toResult(checkStringMultiSelectItems(value), value),
  TitledMultiSelectItems: (value) => toResult(checkTitledMultiSelectItems(value), value),
  MultiSelectPropertySchema: (value) => toResult(checkMultiSelectPropertySchema(value), value),
  ElicitationFormMode: (value) => toResult(checkElicitationFormMode(value), value),
  ElicitationUrlMode: (value) => toResult(checkElicitationUrlMode(value), value),
  InitializeResponse: (value) => toResult(checkInitializeResponse(value), value),
  AgentCapabilities: (value) => toResult(checkAgentCapabilities(value), value),
  PromptCapabilities: (value) => toResult(checkPromptCapabilities(value), value),
  McpCapabilities: (value) => toResult(checkMcpCapabilities(value), value),
  SessionCapabilities: (value) => toResult(checkSessionCapabilities(value), value),
  SessionListCapabilities: (value) => toResult(checkSessionListCapabilities(value), value),
  SessionDeleteCapabilities: (value) => toResult(checkSessionDeleteCapabilities(value), value),
  SessionAdditionalDirectoriesCapabilities: (value) => toResult(checkSessionAdditionalDirectoriesCapabilities(value), value),
  SessionResumeCapabilities: (value) => toResult(checkSessionResumeCapabilities(value), value),
  SessionCloseCapabilities: (value) => toResult(checkSessionCloseCapabilities(value), value),
  AgentAuthCapabilities: (value) => toResult(checkAgentAuthCapabilities(value), value),
  LogoutCapabilities: (value) => toResult(checkLogoutCapabilities(value), value),
  AuthMethod: (value) => toReadResult(readAuthMethod(value)),
  AuthMethodTerminal: (value) => toResult(checkAuthMethodTerminal(value), value),
  AuthMethodAgent: (value) => toResult(checkAuthMethodAgent(value), value),
  Implementation: (value) => toResult(checkImplementation(value), value),
  AuthenticateResponse: (value) => toResult(checkAuthenticateResponse((value ??= {})), value),
  LogoutResponse: (value) => toResult(checkLogoutResponse((value ??= {})), value),
  NewSessionResponse: (value) => toResult(checkNewSessionResponse(value), value),
  SessionModeState: (value) => toResult(checkSessionModeState(value), value),
  SessionMode: decodeSessionMode,
  SessionConfigOption: decodeSessionConfigOption,
  SessionConfigSelectOptions: (value) => toResult(checkSessionConfigSelectOptions(value), value),
  SessionConfigSelectOption: (value) => toResult(checkSessionConfigSelectOption(value), value),
  SessionConfigSelectGroup: (value) => toResult(checkSessionConfigSelectGroup(value), value),
  SessionConfigSelect: (value) => toResult(checkSessionConfigSelect(value), value),
  SessionConfigBoolean: (value) => toResult(checkSessionConfigBoolean(value), value),
  LoadSessionResponse: (value) => toResult(checkLoadSessionResponse((value ??= {})), value),
  ListSessionsResponse: (value) => toResult(checkListSessionsResponse(value), value),
  SessionInfo: (value) => toResult(checkSessionInfo(value), value),
  DeleteSessionResponse: (value) => toResult(checkDeleteSessionResponse((value ??= {})), value),
  ResumeSessionResponse: (value) => toResult(checkResumeSessionResponse((value ??= {})), value),
  CloseSessionResponse: (value) => toResult(checkCloseSessionResponse((value ??= {})), value),
  SetSessionModeResponse: (value) => toResult(checkSetSessionModeResponse((value ??= {})), value),
  SetSessionConfigOptionResponse: (value) => toResult(checkSetSessionConfigOptionResponse(value), value),
  PromptResponse: (value) => toResult(checkPromptResponse(value), value),
  Error: (value) => toResult(checkError(value), value),
  SessionNotification: (value) => toResult(checkSessionNotification(value), value),
  SessionUpdate: decodeSessionUpdate,
  ContentChunk: (value) => toResult(checkContentChunk(value), value),
  ToolCall: (value) => toResult(checkToolCall(value), value),
  PlanEntry: (value) => toResult(checkPlanEntry(value), value),
  Plan: (value) => toResult(checkPlan(value), value),
  AvailableCommand: (value) => toResult(checkAvailableCommand(value), value),
  AvailableCommandInput: (value) => toResult(checkUnstructuredCommandInput(value), value),
  UnstructuredCommandInput: (value) => toResult(checkUnstructuredCommandInput(value), value),
  AvailableCommandsUpdate: (value) => toResult(checkAvailableCommandsUpdate(value), value),
  CurrentModeUpdate: (value) => toResult(checkCurrentModeUpdate(value), value),
  ConfigOptionUpdate: (value) => toResult(checkConfigOptionUpdate(value), value),
  SessionInfoUpdate: (value) => toResult(checkSessionInfoUpdate(value), value),
  Cost: (value) => toResult(checkCost(value), value),
  UsageUpdate: (value) => toResult(checkUsageUpdate(value), value),
  Notice: (value) => toResult(checkNotice(value), value),
  CompactionUpdate: (value) => toResult(checkCompactionUpdate(value), value),
  CompactionSummaryChunk: (value) => toResult(checkCompactionSummaryChunk(value), value),
  CompleteElicitationNotification: (value) => toResult(checkCompleteElicitationNotification(value), value),
  InitializeRequest: (value) => toResult(checkInitializeRequest(value), value),
  ClientCapabilities: (value) => toResult(checkClientCapabilities(value), value),
  FileSystemCapabilities: (value) => toResult(checkFileSystemCapabilities(value), value),
  ClientSessionCapabilities: (value) => toResult(checkClientSessionCapabilities(value), value),
  CompactionCapabilities: (value) => toResult(checkCompactionCapabilities(value), value),
  SessionConfigOptionsCapabilities: (value) => toResult(checkSessionConfigOptionsCapabilities(value), value),
  BooleanConfigOptionCapabilities: (value) => toResult(checkBooleanConfigOptionCapabilities(value), value),
  NoticeCapabilities: (value) => toResult(checkNoticeCapabilities(value), value),
  AuthCapabilities: (value) => toResult(checkAuthCapabilities(value), value),
  ElicitationCapabilities: (value) => toResult(checkElicitationCapabilities(value), value),
  ElicitationFormCapabilities: (value) => toResult(checkElicitationFormCapabilities(value), value),
  ElicitationUrlCapabilities: (value) => toResult(checkElicitationUrlCapabilities(value), value),
  AuthenticateRequest: (value) => toResult(checkAuthenticateRequest(value), value),
  LogoutRequest: (value) => toResult(checkLogoutRequest((value ??= {})), value),
  NewSessionRequest: (value) => toResult(checkNewSessionRequest(value), value),
  McpServer: (value) => toReadResult(readMcpServer(value)),
  HttpHeader: (value) => toResult(checkHttpHeader(value), value),
  McpServerHttp: (value) => toResult(checkMcpServerHttp(value), value),
  McpServerSse: (value) => toResult(checkMcpServerSse(value), value),
  McpServerStdio: (value) => toResult(checkMcpServerStdio(value), value),
  LoadSessionRequest: (value) => toResult(checkLoadSessionRequest(value), value),
  ListSessionsRequest: (value) => toResult(checkListSessionsRequest((value ??= {})), value),
  DeleteSessionRequest: (value) => toResult(checkDeleteSessionRequest(value), value),
  ResumeSessionRequest: (value) => toResult(checkResumeSessionRequest(value), value),
  CloseSessionRequest: (value) => toResult(checkCloseSessionRequest(value), value),
  SetSessionModeRequest: (value) => toResult(checkSetSessionModeRequest(value), value),
  SetSessionConfigOptionRequest: (value) => toReadResult(readSetSessionConfigOptionRequest(value)),
  PromptRequest: (value) => toResult(checkPromptRequest(value), value),
  WriteTextFileResponse: (value) => toResult(checkWriteTextFileResponse((value ??= {})), value),
  ReadTextFileResponse: (value) => toResult(checkReadTextFileResponse(value), value),
  RequestPermissionResponse: (value) => toResult(checkRequestPermissionResponse(value), value),
  RequestPermissionOutcome: decodeRequestPermissionOutcome,
  SelectedPermissionOutcome: (value) => toResult(checkSelectedPermissionOutcome(value), value),
  CreateTerminalResponse: (value) => toResult(checkCreateTerminalResponse(value), value),
  TerminalOutputResponse: (value) => toResult(checkTerminalOutputResponse(value), value),
  TerminalExitStatus: (value) => toResult(checkTerminalExitStatus(value), value),
  ReleaseTerminalResponse: (value) => toResult(checkReleaseTerminalResponse((value ??= {})), value),
  WaitForTerminalExitResponse: (value) => toResult(checkWaitForTerminalExitResponse((value ??= {})), value),
  KillTerminalResponse: (value) => toResult(checkKillTerminalResponse((value ??= {})), value),
  CreateElicitationResponse: decodeCreateElicitationResponse,
  ElicitationContentValue: (value) => toResult(checkElicitationContentValue(value), value),
  ElicitationAcceptAction: (value) => toResult(checkElicitationAcceptAction(value), value),
  CancelNotification: (value) => toResult(checkCancelNotification(value), value),
  CancelRequestNotification: (value) => toResult(checkCancelRequestNotification(value), value),
  ForkSessionRequest: (value) => toResult(checkForkSessionRequest(value), value),
  ForkSessionResponse: (value) => toResult(checkForkSessionResponse(value), value),
  SessionForkCapabilities: (value) => toResult(checkSessionForkCapabilities(value), value),
  Usage: decodeUsage,
  SetSessionModelRequest: (value) => toResult(checkSetSessionModelRequest(value), value),
  SetSessionModelResponse: (value) => toResult(checkSetSessionModelResponse((value ??= {})), value),
  SessionModelState: (value) => toResult(checkSessionModelState(value), value),
  ModelInfo: (value) => toResult(checkModelInfo(value), value),
  HistoryMessage: (value) => toResult(checkHistoryMessage(value), value),
};

function checkWriteTextFileRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.path !== "string") return failAt("/path", "string");
  if (typeof o.content !== "string") return failAt("/content", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkReadTextFileRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.path !== "string") return failAt("/path", "string");
  if (o.line != null && !isIntegerWithin(o.line, 0, 4294967295)) return failAt("/line", "integer from 0 to 4294967295");
  if (o.limit != null && !isIntegerWithin(o.limit, 0, 4294967295)) return failAt("/limit", "integer from 0 to 4294967295");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkRequestPermissionRequest(o: unknown): boolean {
  return checkRequestPermissionRequestAsIs(o) || (isObject(o) && gatherToolCall(o) && checkRequestPermissionRequestAsIs(o));
}

function checkRequestPermissionRequestAsIs(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (!checkToolCallUpdate(o.toolCall)) return at("/toolCall");
  if (!everyPermissionOption(o.options)) return at("/options");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function everyPermissionOption(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
    if (!checkPermissionOption(list[i])) return at(`/${i}`);
  }
  return true;
}

function checkToolCallUpdate(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.toolCallId !== "string") return failAt("/toolCallId", "string");
  if (o.kind != null && !isToolKind(o.kind)) { if (o.kind === "browser") o.kind = "fetch"; else drop(o, "kind"); }
  if (o.status != null && !isToolCallStatus(o.status)) drop(o, "status");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (o.name != null && typeof o.name !== "string") drop(o, "name");
  if (isObject(o.content)) o.content = toList(o.content);
  if (o.content != null && !keepToolCallContent(o.content)) drop(o, "content");
  if (o.locations != null && !keepToolCallLocation(o.locations)) drop(o, "locations");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function isToolKind(value: unknown): boolean {
  return value === "read" || value === "edit" || value === "delete" || value === "move" || value === "search" || value === "execute" || value === "think" || value === "fetch" || value === "switch_mode" || value === "other";
}

function isToolCallStatus(value: unknown): boolean {
  return value === "pending" || value === "in_progress" || value === "completed" || value === "failed";
}

function keepToolCallContent(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = readToolCallContent(list[i]);
    if (item === undefined) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function keepToolCallLocation(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!checkToolCallLocation(item)) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function readToolCallContent(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.type) {
    case "content": return checkContent(o) ? o : undefined;
    case "diff": if (o.diff !== undefined) unfoldDiff(o); return checkDiff(o) ? o : undefined;
    case "terminal": return checkTerminal(o) ? o : undefined;
    case "text": return readToolCallContent(wrapBlock(o));
    case "image": return readToolCallContent(wrapBlock(o));
    default:
      return readUnknownTag(o, o.type, "/type");
  }
}

function readContentBlock(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.type) {
    case "text": return checkTextContent(o) ? o : undefined;
    case "image": return checkImageContent(o) ? o : readImageUrl(o) ? readContentBlock(o) : undefined;
    case "audio": return checkAudioContent(o) ? o : readAudioUrl(o) ? readContentBlock(o) : undefined;
    case "resource_link": return checkResourceLink(o) ? o : undefined;
    case "resource": return checkEmbeddedResource(o) ? o : undefined;
    case "embedded_resource": o.type = "resource"; return readContentBlock(o);
    case "tool_use": return readContentBlock(toolUseToText(o));
    case "tool_result": return readContentBlock(toolResultToText(o));
    default:
      return readUnknownTag(o, o.type, "/type");
  }
}

function checkAnnotations(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.audience != null && !keepRole(o.audience)) drop(o, "audience");
  if (o.lastModified != null && typeof o.lastModified !== "string") drop(o, "lastModified");
  if (o.priority != null && typeof o.priority !== "number") drop(o, "priority");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function isRole(value: unknown): boolean {
  return value === "assistant" || value === "user";
}

function keepRole(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!isRole(item)) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkTextContent(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.annotations != null && !checkAnnotations(o.annotations)) drop(o, "annotations");
  if (typeof o.text !== "string") return failAt("/text", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkImageContent(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.annotations != null && !checkAnnotations(o.annotations)) drop(o, "annotations");
  if (o.data === undefined) rename(o, "imageData", "data");
  if (typeof o.data !== "string") return failAt("/data", "string");
  if (o.mimeType === undefined) rename(o, "imageMime", "mimeType");
  if (typeof o.mimeType !== "string") return failAt("/mimeType", "string");
  if (o.uri != null && typeof o.uri !== "string") drop(o, "uri");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkAudioContent(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.annotations != null && !checkAnnotations(o.annotations)) drop(o, "annotations");
  if (o.data === undefined) rename(o, "audioData", "data");
  if (typeof o.data !== "string") return failAt("/data", "string");
  if (o.mimeType === undefined) rename(o, "audioMime", "mimeType");
  if (typeof o.mimeType !== "string") return failAt("/mimeType", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkResourceLink(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.annotations != null && !checkAnnotations(o.annotations)) drop(o, "annotations");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o.mimeType != null && typeof o.mimeType !== "string") drop(o, "mimeType");
  if (o.name === undefined) fill(o, "name", nameOfLink);
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.size != null && !Number.isInteger(o.size)) drop(o, "size");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (typeof o.uri !== "string") return failAt("/uri", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkEmbeddedResourceResource(o: unknown): boolean {
  return checkEmbeddedResourceResourceAsIs(o) || (isObject(o) && unfoldResource(o) && checkEmbeddedResourceResourceAsIs(o));
}

function checkEmbeddedResourceResourceAsIs(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.text != null) return checkTextResourceContents(o);
  if (o.blob != null) return checkBlobResourceContents(o);
  return fail("object with text or blob");
}

function checkTextResourceContents(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.mimeType != null && typeof o.mimeType !== "string") drop(o, "mimeType");
  if (typeof o.text !== "string") return failAt("/text", "string");
  if (typeof o.uri !== "string") return failAt("/uri", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkBlobResourceContents(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.blob !== "string") return failAt("/blob", "string");
  if (o.mimeType != null && typeof o.mimeType !== "string") drop(o, "mimeType");
  if (typeof o.uri !== "string") return failAt("/uri", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkEmbeddedResource(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.annotations != null && !checkAnnotations(o.annotations)) drop(o, "annotations");
  if (!checkEmbeddedResourceResource(o.resource)) return at("/resource");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkContent(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  {
    const next = readContentBlock(o.content);
    if (next === undefined) return at("/content");
    if (next !== o.content) o.content = next;
  }
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkDiff(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.path === undefined) o.path = "";
  if (typeof o.path !== "string") return failAt("/path", "string");
  if (o.oldText != null && typeof o.oldText !== "string") drop(o, "oldText");
  if (o.newText === undefined) fill(o, "newText", emptiedText);
  if (typeof o.newText !== "string") return failAt("/newText", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkTerminal(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.terminalId !== "string") return failAt("/terminalId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkToolCallLocation(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.path !== "string") return failAt("/path", "string");
  if (o.line != null && !isIntegerWithin(o.line, 0, 4294967295)) drop(o, "line");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkPermissionOption(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.optionId !== "string") return failAt("/optionId", "string");
  if (o.name === undefined) fill(o, "name", nameOfOption);
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.kind === undefined) o.kind = "unknown";
  if (typeof o.kind !== "string") return failAt("/kind", "string");
  if (o.kind === "deny") o.kind = "reject_once";
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkCreateTerminalRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.command !== "string") return failAt("/command", "string");
  if (o.args === null) drop(o, "args");
  else if (o.args !== undefined && !everyString(o.args)) return at("/args");
  if (isObject(o.env)) o.env = toNameValueList(o.env);
  if (o.env === null) drop(o, "env");
  else if (o.env !== undefined && !everyEnvVariable(o.env)) return at("/env");
  if (o.cwd != null && typeof o.cwd !== "string") return failAt("/cwd", "string");
  if (o.outputByteLimit != null && !isCount(o.outputByteLimit)) return failAt("/outputByteLimit", "integer from 0");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function everyString(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
    if (typeof list[i] !== "string") return failAt(`/${i}`, "string");
  }
  return true;
}

function everyEnvVariable(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
    if (!checkEnvVariable(list[i])) return at(`/${i}`);
  }
  return true;
}

function checkEnvVariable(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (typeof o.value !== "string") return failAt("/value", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkTerminalOutputRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.terminalId !== "string") return failAt("/terminalId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkReleaseTerminalRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.terminalId !== "string") return failAt("/terminalId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkWaitForTerminalExitRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.terminalId !== "string") return failAt("/terminalId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkKillTerminalRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.terminalId !== "string") return failAt("/terminalId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function readCreateElicitationRequest(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.mode) {
    case "form": return checkElicitationFormMode(o) && checkCreateElicitationRequestBase(o) ? o : undefined;
    case "url": return checkElicitationUrlMode(o) && checkCreateElicitationRequestBase(o) ? o : undefined;
    default:
      return readUnknownTag(o, o.mode, "/mode");
  }
}

function checkCreateElicitationRequestBase(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.message !== "string") return failAt("/message", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkElicitationSessionScope(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (o.toolCallId != null && typeof o.toolCallId !== "string") drop(o, "toolCallId");
  return true;
}

function checkElicitationRequestScope(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.requestId !== null && !Number.isInteger(o.requestId) && typeof o.requestId !== "string") return failAt("/requestId", "null or integer or string");
  return true;
}

function checkElicitationSchema(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.type !== undefined && !isElicitationSchemaType(o.type)) replace(o, "type", "object");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (o.properties !== undefined && !everyElicitationPropertySchemaIn(o.properties)) return at("/properties");
  if (o.required != null && !everyString(o.required)) return at("/required");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function isElicitationSchemaType(value: unknown): boolean {
  return value === "object";
}

function everyElicitationPropertySchemaIn(map: unknown): boolean {
  if (!isObject(map)) return fail("object");
  for (const name of Object.keys(map)) {
    const item = readElicitationPropertySchema(map[name]);
    if (item === undefined) return at(pointer(name));
    if (item !== map[name]) map[name] = item;
  }
  return true;
}

function readElicitationPropertySchema(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.type) {
    case "string": return checkStringPropertySchema(o) ? o : undefined;
    case "number": return checkNumberPropertySchema(o) ? o : undefined;
    case "integer": return checkIntegerPropertySchema(o) ? o : undefined;
    case "boolean": return checkBooleanPropertySchema(o) ? o : undefined;
    case "array": return checkMultiSelectPropertySchema(o) ? o : undefined;
    default:
      return readUnknownTag(o, o.type, "/type");
  }
}

function checkEnumOption(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.const !== "string") return failAt("/const", "string");
  if (typeof o.title !== "string") return failAt("/title", "string");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkStringPropertySchema(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o.minLength != null && !isIntegerWithin(o.minLength, 0, 4294967295)) return failAt("/minLength", "integer from 0 to 4294967295");
  if (o.maxLength != null && !isIntegerWithin(o.maxLength, 0, 4294967295)) return failAt("/maxLength", "integer from 0 to 4294967295");
  if (o.pattern != null && typeof o.pattern !== "string") return failAt("/pattern", "string");
  if (o.format != null && typeof o.format !== "string") return failAt("/format", "string");
  if (o.default != null && typeof o.default !== "string") drop(o, "default");
  if (o.enum != null && !everyString(o.enum)) return at("/enum");
  if (o.oneOf != null && !everyEnumOption(o.oneOf)) return at("/oneOf");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function everyEnumOption(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
    if (!checkEnumOption(list[i])) return at(`/${i}`);
  }
  return true;
}

function checkNumberPropertySchema(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o.minimum != null && typeof o.minimum !== "number") return failAt("/minimum", "number");
  if (o.maximum != null && typeof o.maximum !== "number") return failAt("/maximum", "number");
  if (o.default != null && typeof o.default !== "number") drop(o, "default");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkIntegerPropertySchema(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o.minimum != null && !Number.isInteger(o.minimum)) return failAt("/minimum", "integer");
  if (o.maximum != null && !Number.isInteger(o.maximum)) return failAt("/maximum", "integer");
  if (o.default != null && !Number.isInteger(o.default)) drop(o, "default");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkBooleanPropertySchema(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o.default != null && typeof o.default !== "boolean") drop(o, "default");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function readMultiSelectItems(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.type) {
    case "string": return checkStringMultiSelectItems(o) ? o : undefined;
    default:
      if (typeof o.type === "string") return toUnknown(o);
      return checkTitledMultiSelectItems(o) ? o : undefined;
  }
}

function checkStringMultiSelectItems(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (!everyString(o.enum)) return at("/enum");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkTitledMultiSelectItems(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (!everyEnumOption(o.anyOf)) return at("/anyOf");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkMultiSelectPropertySchema(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o.minItems != null && !isCount(o.minItems)) return failAt("/minItems", "integer from 0");
  if (o.maxItems != null && !isCount(o.maxItems)) return failAt("/maxItems", "integer from 0");
  {
    const next = readMultiSelectItems(o.items);
    if (next === undefined) return at("/items");
    if (next !== o.items) o.items = next;
  }
  if (o.default != null && !keepString(o.default)) drop(o, "default");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepString(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (typeof item !== "string") skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkElicitationFormMode(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (!checkElicitationSchema(o.requestedSchema)) return at("/requestedSchema");
  if (!checkElicitationFormModeScope(o)) return false;
  return true;
}

function checkElicitationFormModeScope(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.sessionId != null) return checkElicitationSessionScope(o);
  if (o.requestId !== undefined) return checkElicitationRequestScope(o);
  return fail("object with sessionId or requestId");
}

function checkElicitationUrlMode(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.elicitationId !== "string") return failAt("/elicitationId", "string");
  if (typeof o.url !== "string") return failAt("/url", "string");
  if (!checkElicitationUrlModeScope(o)) return false;
  return true;
}

function checkElicitationUrlModeScope(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.sessionId != null) return checkElicitationSessionScope(o);
  if (o.requestId !== undefined) return checkElicitationRequestScope(o);
  return fail("object with sessionId or requestId");
}

function checkInitializeResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.protocolVersion === "string") o.protocolVersion = toVersion(o.protocolVersion);
  if (!isIntegerWithin(o.protocolVersion, 0, 65535)) return failAt("/protocolVersion", "integer from 0 to 65535");
  if (o.agentCapabilities === undefined) copy(o, "capabilities", "agentCapabilities");
  if (o.agentCapabilities === undefined) copy(o, "serverCapabilities", "agentCapabilities");
  if (o.agentCapabilities !== undefined && !checkAgentCapabilities(o.agentCapabilities)) replace(o, "agentCapabilities", {"loadSession":false,"promptCapabilities":{"image":false,"audio":false,"embeddedContext":false},"mcpCapabilities":{"http":false,"sse":false},"sessionCapabilities":{},"auth":{}});
  if (o.authMethods !== undefined && !keepAuthMethod(o.authMethods)) replace(o, "authMethods", []);
  if (o.agentInfo === undefined) copy(o, "serverInfo", "agentInfo");
  if (o.agentInfo != null && !checkImplementation(o.agentInfo)) drop(o, "agentInfo");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepAuthMethod(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = readAuthMethod(list[i]);
    if (item === undefined) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkAgentCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.loadSession !== undefined && typeof o.loadSession !== "boolean") replace(o, "loadSession", false);
  if (o.promptCapabilities !== undefined && !checkPromptCapabilities(o.promptCapabilities)) replace(o, "promptCapabilities", {"image":false,"audio":false,"embeddedContext":false});
  if (o.mcpCapabilities !== undefined && !checkMcpCapabilities(o.mcpCapabilities)) replace(o, "mcpCapabilities", {"http":false,"sse":false});
  if (o.sessionCapabilities !== undefined && !checkSessionCapabilities(o.sessionCapabilities)) replace(o, "sessionCapabilities", {});
  if (o.auth !== undefined && !checkAgentAuthCapabilities(o.auth)) replace(o, "auth", {});
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkPromptCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.image !== undefined && typeof o.image !== "boolean") replace(o, "image", false);
  if (o.audio !== undefined && typeof o.audio !== "boolean") replace(o, "audio", false);
  if (o.embeddedContext !== undefined && typeof o.embeddedContext !== "boolean") replace(o, "embeddedContext", false);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkMcpCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.http !== undefined && typeof o.http !== "boolean") replace(o, "http", false);
  if (o.sse !== undefined && typeof o.sse !== "boolean") replace(o, "sse", false);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.list != null && !checkSessionListCapabilities(o.list)) drop(o, "list");
  if (o.delete != null && !checkSessionDeleteCapabilities(o.delete)) drop(o, "delete");
  if (o.additionalDirectories != null && !checkSessionAdditionalDirectoriesCapabilities(o.additionalDirectories)) drop(o, "additionalDirectories");
  if (o.resume != null && !checkSessionResumeCapabilities(o.resume)) drop(o, "resume");
  if (o.close != null && !checkSessionCloseCapabilities(o.close)) drop(o, "close");
  if (o.fork != null && !checkSessionForkCapabilities(o.fork)) drop(o, "fork");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionListCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionDeleteCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionAdditionalDirectoriesCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionResumeCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionCloseCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkAgentAuthCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.logout != null && !checkLogoutCapabilities(o.logout)) drop(o, "logout");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkLogoutCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function readAuthMethod(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.type) {
    case "terminal": return checkAuthMethodTerminal(o) ? o : undefined;
    default:
      if (typeof o.type === "string" && o.type !== "agent") return toUnknown(o);
      return checkAuthMethodAgent(o) ? o : undefined;
  }
}

function checkAuthMethodTerminal(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.id !== "string") return failAt("/id", "string");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o.args === null) drop(o, "args");
  else if (o.args !== undefined && !everyString(o.args)) return at("/args");
  if (Array.isArray(o.env)) o.env = toMap(o.env);
  if (o.env === null) drop(o, "env");
  else if (o.env !== undefined && !everyStringIn(o.env)) return at("/env");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function everyStringIn(map: unknown): boolean {
  if (!isObject(map)) return fail("object");
  for (const name of Object.keys(map)) {
    if (typeof map[name] !== "string") return failAt(pointer(name), "string");
  }
  return true;
}

function checkAuthMethodAgent(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.id !== "string") return failAt("/id", "string");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkImplementation(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (typeof o.version !== "string") return failAt("/version", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkAuthenticateResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkLogoutResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkNewSessionResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (o.modes != null && !checkSessionModeState(o.modes)) drop(o, "modes");
  if (o.configOptions != null && !keepSessionConfigOption(o.configOptions)) drop(o, "configOptions");
  if (o.models != null && !checkSessionModelState(o.models)) drop(o, "models");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepSessionConfigOption(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = readSessionConfigOption(list[i]);
    if (item === undefined) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkSessionModeState(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.currentModeId === undefined) rename(o, "current", "currentModeId");
  if (o.currentModeId === undefined) rename(o, "currentMode", "currentModeId");
  if (typeof o.currentModeId !== "string") return failAt("/currentModeId", "string");
  if (o.availableModes === undefined) rename(o, "modes", "availableModes");
  if (o.availableModes === undefined) return failAt("/availableModes", "array");
  if (!keepSessionMode(o.availableModes)) replace(o, "availableModes", []);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepSessionMode(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!checkSessionMode(item)) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkSessionMode(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.id === undefined) copy(o, "name", "id");
  if (typeof o.id !== "string") return failAt("/id", "string");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function readSessionConfigOption(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.type) {
    case "select": return checkSessionConfigSelect(o) && checkSessionConfigOptionBase(o) ? o : undefined;
    case "boolean": return checkSessionConfigBoolean(o) && checkSessionConfigOptionBase(o) ? o : undefined;
    default:
      return readUnknownTag(o, o.type, "/type");
  }
}

function checkSessionConfigOptionBase(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.id !== "string") return failAt("/id", "string");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o.category != null && typeof o.category !== "string") drop(o, "category");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionConfigSelectOptions(value: unknown): boolean {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  if (isObject(first) && (first.group !== undefined || first.options !== undefined)) return everySessionConfigSelectGroup(value);
  return everySessionConfigSelectOption(value);
}

function everySessionConfigSelectGroup(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
    if (!checkSessionConfigSelectGroup(list[i])) return at(`/${i}`);
  }
  return true;
}

function everySessionConfigSelectOption(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
    if (!checkSessionConfigSelectOption(list[i])) return at(`/${i}`);
  }
  return true;
}

function checkSessionConfigSelectOption(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.value === undefined) rename(o, "id", "value");
  if (typeof o.value !== "string") return failAt("/value", "string");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionConfigSelectGroup(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.group === undefined) rename(o, "id", "group");
  if (typeof o.group !== "string") return failAt("/group", "string");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.options === undefined) return failAt("/options", "array");
  if (!keepSessionConfigSelectOption(o.options)) replace(o, "options", []);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepSessionConfigSelectOption(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!checkSessionConfigSelectOption(item)) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkSessionConfigSelect(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.currentValue !== "string") return failAt("/currentValue", "string");
  if (!checkSessionConfigSelectOptions(o.options)) return at("/options");
  return true;
}

function checkSessionConfigBoolean(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.currentValue !== "boolean") return failAt("/currentValue", "boolean");
  return true;
}

function checkLoadSessionResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.modes != null && !checkSessionModeState(o.modes)) drop(o, "modes");
  if (o.configOptions != null && !keepSessionConfigOption(o.configOptions)) drop(o, "configOptions");
  if (o.messages != null && !keepHistoryMessage(o.messages)) drop(o, "messages");
  if (o.models != null && !checkSessionModelState(o.models)) drop(o, "models");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepHistoryMessage(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!checkHistoryMessage(item)) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkListSessionsResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.sessions === undefined) return failAt("/sessions", "array");
  if (!keepSessionInfo(o.sessions)) replace(o, "sessions", []);
  if (o.nextCursor != null && typeof o.nextCursor !== "string") drop(o, "nextCursor");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepSessionInfo(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!checkSessionInfo(item)) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkSessionInfo(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.cwd !== "string") return failAt("/cwd", "string");
  if (o.additionalDirectories !== undefined && !keepString(o.additionalDirectories)) drop(o, "additionalDirectories");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (o.updatedAt != null && typeof o.updatedAt !== "string") drop(o, "updatedAt");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkDeleteSessionResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkResumeSessionResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.modes != null && !checkSessionModeState(o.modes)) drop(o, "modes");
  if (o.configOptions != null && !keepSessionConfigOption(o.configOptions)) drop(o, "configOptions");
  if (o.models != null && !checkSessionModelState(o.models)) drop(o, "models");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkCloseSessionResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSetSessionModeResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSetSessionConfigOptionResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.configOptions === undefined) return failAt("/configOptions", "array");
  if (!keepSessionConfigOption(o.configOptions)) replace(o, "configOptions", []);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkPromptResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.stopReason !== "string") return failAt("/stopReason", "string");
  if (o.stopReason === "max_turns") o.stopReason = "max_turn_requests";
  if (o.stopReason === "tool_use") o.stopReason = "end_turn";
  if (o.usage != null && !checkUsage(o.usage)) drop(o, "usage");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkError(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (!isIntegerWithin(o.code, -2147483648, 2147483647)) return failAt("/code", "integer from -2147483648 to 2147483647");
  if (typeof o.message !== "string") return failAt("/message", "string");
  return true;
}

function checkSessionNotification(o: unknown): boolean {
  return checkSessionNotificationAsIs(o) || (isObject(o) && gatherUpdate(o) && checkSessionNotificationAsIs(o));
}

function checkSessionNotificationAsIs(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.sessionId === undefined) rename(o, "session_id", "sessionId");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  {
    const next = readSessionUpdate(o.update);
    if (next === undefined) return at("/update");
    if (next !== o.update) o.update = next;
  }
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function readSessionUpdate(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.sessionUpdate) {
    case "user_message_chunk": return checkContentChunk(o) ? o : undefined;
    case "agent_message_chunk": return checkContentChunk(o) ? o : undefined;
    case "agent_thought_chunk": return checkContentChunk(o) ? o : undefined;
    case "tool_call": return checkToolCall(o) ? o : unfoldToolCall(o) ? readSessionUpdate(o) : undefined;
    case "tool_call_update": if (o.updates !== undefined) unfoldUpdates(o); return checkToolCallUpdate(o) ? o : undefined;
    case "plan": return checkPlan(o) ? o : undefined;
    case "available_commands_update": return checkAvailableCommandsUpdate(o) ? o : undefined;
    case "current_mode_update": return checkCurrentModeUpdate(o) ? o : undefined;
    case "config_option_update": return checkConfigOptionUpdate(o) ? o : undefined;
    case "session_info_update": return checkSessionInfoUpdate(o) ? o : undefined;
    case "usage_update": return checkUsageUpdate(o) ? o : undefined;
    case "notice": return checkNotice(o) ? o : undefined;
    case "compaction_update": return checkCompactionUpdate(o) ? o : undefined;
    case "compaction_summary_chunk": return checkCompactionSummaryChunk(o) ? o : undefined;
    case "text": return readSessionUpdate(textToChunk(o));
    case "thinking": return readSessionUpdate(thinkingToChunk(o));
    case "tool_result": return readSessionUpdate(resultToUpdate(o));
    default:
      if (o.sessionUpdate === undefined && typeof o.type === "string") {
        rename(o, "type", "sessionUpdate");
        return readSessionUpdate(o);
      }
      return readUnknownTag(o, o.sessionUpdate, "/sessionUpdate");
  }
}

function checkContentChunk(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.content === "string") o.content = toTextBlock(o.content);
  {
    const next = readContentBlock(o.content);
    if (next === undefined) return at("/content");
    if (next !== o.content && !toolBlockToUpdate(o)) o.content = next;
  }
  if (o.messageId != null && typeof o.messageId !== "string") drop(o, "messageId");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkToolCall(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.toolCallId !== "string") return failAt("/toolCallId", "string");
  if (typeof o.title !== "string") return failAt("/title", "string");
  if (o.name != null && typeof o.name !== "string") drop(o, "name");
  if (o.kind !== undefined && !isToolKind(o.kind)) { if (o.kind === "browser") o.kind = "fetch"; else drop(o, "kind"); }
  if (o.status !== undefined && !isToolCallStatus(o.status)) drop(o, "status");
  if (isObject(o.content)) o.content = toList(o.content);
  if (o.content !== undefined && !keepToolCallContent(o.content)) drop(o, "content");
  if (o.locations !== undefined && !keepToolCallLocation(o.locations)) drop(o, "locations");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkPlanEntry(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.content !== "string") return failAt("/content", "string");
  if (o.priority === undefined) o.priority = "medium";
  if (typeof o.priority !== "string") return failAt("/priority", "string");
  if (o.status === undefined) o.status = "pending";
  if (typeof o.status !== "string") return failAt("/status", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkPlan(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.entries === undefined) lift(o, "plan", "entries", "entries");
  if (o.entries === undefined && Array.isArray(o.plan)) rename(o, "plan", "entries");
  if (o.entries === undefined) return failAt("/entries", "array");
  if (!keepPlanEntry(o.entries)) replace(o, "entries", []);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepPlanEntry(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!checkPlanEntry(item)) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkAvailableCommand(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.description === undefined) o.description = "";
  if (typeof o.description !== "string") return failAt("/description", "string");
  if (o.input != null && !checkUnstructuredCommandInput(o.input)) drop(o, "input");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkUnstructuredCommandInput(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.hint !== "string") return failAt("/hint", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkAvailableCommandsUpdate(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.availableCommands === undefined) rename(o, "commands", "availableCommands");
  if (o.availableCommands === undefined) return failAt("/availableCommands", "array");
  if (!keepAvailableCommand(o.availableCommands)) replace(o, "availableCommands", []);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepAvailableCommand(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!checkAvailableCommand(item)) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkCurrentModeUpdate(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.currentModeId === undefined) rename(o, "mode", "currentModeId");
  if (typeof o.currentModeId !== "string") return failAt("/currentModeId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkConfigOptionUpdate(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.configOptions === undefined) return failAt("/configOptions", "array");
  if (!keepSessionConfigOption(o.configOptions)) replace(o, "configOptions", []);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionInfoUpdate(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.title != null && typeof o.title !== "string") drop(o, "title");
  if (o.updatedAt != null && typeof o.updatedAt !== "string") drop(o, "updatedAt");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkCost(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.amount !== "number") return failAt("/amount", "number");
  if (typeof o.currency !== "string") return failAt("/currency", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkUsageUpdate(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (!isCount(o.used)) return failAt("/used", "integer from 0");
  if (!isCount(o.size)) return failAt("/size", "integer from 0");
  if (o.cost != null && !checkCost(o.cost)) drop(o, "cost");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkNotice(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.severity !== "string") return failAt("/severity", "string");
  if (typeof o.title !== "string") return failAt("/title", "string");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkCompactionUpdate(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.compactionId !== "string") return failAt("/compactionId", "string");
  if (typeof o.status !== "string") return failAt("/status", "string");
  if (o.summary != null && !keepContentBlock(o.summary)) drop(o, "summary");
  if (o.error != null && typeof o.error !== "string") drop(o, "error");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepContentBlock(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = readContentBlock(list[i]);
    if (item === undefined) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkCompactionSummaryChunk(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.compactionId !== "string") return failAt("/compactionId", "string");
  {
    const next = readContentBlock(o.content);
    if (next === undefined) return at("/content");
    if (next !== o.content) o.content = next;
  }
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkCompleteElicitationNotification(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.elicitationId !== "string") return failAt("/elicitationId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkInitializeRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.protocolVersion === "string") o.protocolVersion = toVersion(o.protocolVersion);
  if (!isIntegerWithin(o.protocolVersion, 0, 65535)) return failAt("/protocolVersion", "integer from 0 to 65535");
  if (o.clientCapabilities === undefined) copy(o, "capabilities", "clientCapabilities");
  if (o.clientCapabilities !== undefined && !checkClientCapabilities(o.clientCapabilities)) replace(o, "clientCapabilities", {"fs":{"readTextFile":false,"writeTextFile":false},"terminal":false,"auth":{"terminal":false}});
  if (o.clientInfo != null && !checkImplementation(o.clientInfo)) drop(o, "clientInfo");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkClientCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.fs !== undefined && !checkFileSystemCapabilities(o.fs)) replace(o, "fs", {"readTextFile":false,"writeTextFile":false});
  if (o.terminal !== undefined && typeof o.terminal !== "boolean") replace(o, "terminal", false);
  if (o.session != null && !checkClientSessionCapabilities(o.session)) drop(o, "session");
  if (o.auth !== undefined && !checkAuthCapabilities(o.auth)) replace(o, "auth", {"terminal":false});
  if (o.elicitation != null && !checkElicitationCapabilities(o.elicitation)) drop(o, "elicitation");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkFileSystemCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.readTextFile !== undefined && typeof o.readTextFile !== "boolean") replace(o, "readTextFile", false);
  if (o.writeTextFile !== undefined && typeof o.writeTextFile !== "boolean") replace(o, "writeTextFile", false);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkClientSessionCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.compaction != null && !checkCompactionCapabilities(o.compaction)) drop(o, "compaction");
  if (o.configOptions != null && !checkSessionConfigOptionsCapabilities(o.configOptions)) drop(o, "configOptions");
  if (o.notices != null && !checkNoticeCapabilities(o.notices)) drop(o, "notices");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkCompactionCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  return true;
}

function checkSessionConfigOptionsCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.boolean != null && !checkBooleanConfigOptionCapabilities(o.boolean)) drop(o, "boolean");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkBooleanConfigOptionCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkNoticeCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  return true;
}

function checkAuthCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.terminal !== undefined && typeof o.terminal !== "boolean") replace(o, "terminal", false);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkElicitationCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.form != null && !checkElicitationFormCapabilities(o.form)) drop(o, "form");
  if (o.url != null && !checkElicitationUrlCapabilities(o.url)) drop(o, "url");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkElicitationFormCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkElicitationUrlCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkAuthenticateRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.methodId === undefined) rename(o, "authMethodId", "methodId");
  if (typeof o.methodId !== "string") return failAt("/methodId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkLogoutRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkNewSessionRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.cwd !== "string") return failAt("/cwd", "string");
  if (o.additionalDirectories === null) drop(o, "additionalDirectories");
  else if (o.additionalDirectories !== undefined && !everyString(o.additionalDirectories)) return at("/additionalDirectories");
  if (o.mcpServers === undefined) o.mcpServers = [];
  if (o.mcpServers === null) replace(o, "mcpServers", []);
  else if (!everyMcpServer(o.mcpServers)) return at("/mcpServers");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function everyMcpServer(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
    const item = readMcpServer(list[i]);
    if (item === undefined) return at(`/${i}`);
    if (item !== list[i]) list[i] = item;
  }
  return true;
}

function readMcpServer(o: unknown): unknown {
  return readMcpServerAsIs(o) ?? (isObject(o) && unfoldTransport(o) ? readMcpServerAsIs(o) : undefined);
}

function readMcpServerAsIs(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.type) {
    case "http": return checkMcpServerHttp(o) ? o : undefined;
    case "sse": return checkMcpServerSse(o) ? o : undefined;
    default:
      if (typeof o.type === "string" && o.type !== "stdio") return toUnknown(o);
      return checkMcpServerStdio(o) ? o : undefined;
  }
}

function checkHttpHeader(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (typeof o.value !== "string") return failAt("/value", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkMcpServerHttp(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (typeof o.url !== "string") return failAt("/url", "string");
  if (isObject(o.headers)) o.headers = toNameValueList(o.headers);
  if (o.headers === undefined) o.headers = [];
  if (o.headers === null) replace(o, "headers", []);
  else if (!everyHttpHeader(o.headers)) return at("/headers");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function everyHttpHeader(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
    if (!checkHttpHeader(list[i])) return at(`/${i}`);
  }
  return true;
}

function checkMcpServerSse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (typeof o.url !== "string") return failAt("/url", "string");
  if (isObject(o.headers)) o.headers = toNameValueList(o.headers);
  if (o.headers === undefined) o.headers = [];
  if (o.headers === null) replace(o, "headers", []);
  else if (!everyHttpHeader(o.headers)) return at("/headers");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkMcpServerStdio(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (typeof o.command !== "string") return failAt("/command", "string");
  if (o.args === undefined) o.args = [];
  if (o.args === null) replace(o, "args", []);
  else if (!everyString(o.args)) return at("/args");
  if (isObject(o.env)) o.env = toNameValueList(o.env);
  if (o.env === undefined) o.env = [];
  if (o.env === null) replace(o, "env", []);
  else if (!everyEnvVariable(o.env)) return at("/env");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkLoadSessionRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.mcpServers === undefined) o.mcpServers = [];
  if (o.mcpServers === null) replace(o, "mcpServers", []);
  else if (!everyMcpServer(o.mcpServers)) return at("/mcpServers");
  if (o.cwd === undefined) o.cwd = "";
  if (typeof o.cwd !== "string") return failAt("/cwd", "string");
  if (o.additionalDirectories === null) drop(o, "additionalDirectories");
  else if (o.additionalDirectories !== undefined && !everyString(o.additionalDirectories)) return at("/additionalDirectories");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkListSessionsRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.cwd != null && typeof o.cwd !== "string") return failAt("/cwd", "string");
  if (o.cursor != null && typeof o.cursor !== "string") return failAt("/cursor", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkDeleteSessionRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkResumeSessionRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (o.cwd === undefined) o.cwd = "";
  if (typeof o.cwd !== "string") return failAt("/cwd", "string");
  if (o.additionalDirectories === null) drop(o, "additionalDirectories");
  else if (o.additionalDirectories !== undefined && !everyString(o.additionalDirectories)) return at("/additionalDirectories");
  if (o.mcpServers === null) drop(o, "mcpServers");
  else if (o.mcpServers !== undefined && !everyMcpServer(o.mcpServers)) return at("/mcpServers");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkCloseSessionRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSetSessionModeRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (o.modeId === undefined) rename(o, "mode", "modeId");
  if (typeof o.modeId !== "string") return failAt("/modeId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function readSetSessionConfigOptionRequest(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.type) {
    case "boolean": return checkSetSessionConfigOptionRequestBoolean(o) && checkSetSessionConfigOptionRequestBase(o) ? o : undefined;
    default:
      return checkSetSessionConfigOptionRequestFallback(o) && checkSetSessionConfigOptionRequestBase(o) ? o : undefined;
  }
}

function checkSetSessionConfigOptionRequestBase(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.configId !== "string") return failAt("/configId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSetSessionConfigOptionRequestBoolean(o: Fields): boolean {
  if (typeof o.value !== "boolean") return failAt("/value", "boolean");
  return true;
}

function checkSetSessionConfigOptionRequestFallback(o: Fields): boolean {
  if (typeof o.value !== "string") return failAt("/value", "string");
  return true;
}

function checkPromptRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (!everyContentBlock(o.prompt)) return at("/prompt");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function everyContentBlock(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
    const item = readContentBlock(list[i]);
    if (item === undefined) return at(`/${i}`);
    if (item !== list[i]) list[i] = item;
  }
  return true;
}

function checkWriteTextFileResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkReadTextFileResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.content !== "string") return failAt("/content", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkRequestPermissionResponse(o: unknown): boolean {
  return checkRequestPermissionResponseAsIs(o) || (isObject(o) && gatherOutcome(o) && checkRequestPermissionResponseAsIs(o));
}

function checkRequestPermissionResponseAsIs(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  {
    const next = readRequestPermissionOutcome(o.outcome);
    if (next === undefined) return at("/outcome");
    if (next !== o.outcome) o.outcome = next;
  }
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function readRequestPermissionOutcome(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.outcome) {
    case "cancelled": return o;
    case "selected": return checkSelectedPermissionOutcome(o) ? o : undefined;
    case "rejected": o.outcome = o.selectedOption !== undefined ? "selected" : "cancelled"; return readRequestPermissionOutcome(o);
    default:
      return readUnknownTag(o, o.outcome, "/outcome");
  }
}

function checkSelectedPermissionOutcome(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.optionId === undefined) lift(o, "selectedOption", "optionId", "optionId");
  if (typeof o.optionId !== "string") return failAt("/optionId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkCreateTerminalResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.terminalId !== "string") return failAt("/terminalId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkTerminalOutputResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.output !== "string") return failAt("/output", "string");
  if (o.truncated === undefined) o.truncated = false;
  if (typeof o.truncated !== "boolean") return failAt("/truncated", "boolean");
  if (o.exitStatus === undefined) fill(o, "exitStatus", exitStatusOf);
  if (o.exitStatus != null && !checkTerminalExitStatus(o.exitStatus)) drop(o, "exitStatus");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkTerminalExitStatus(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.exitCode != null && !isIntegerWithin(o.exitCode, 0, 4294967295)) drop(o, "exitCode");
  if (o.signal != null && typeof o.signal !== "string") drop(o, "signal");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkReleaseTerminalResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkWaitForTerminalExitResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.exitCode === undefined) lift(o, "exitStatus", "exitCode", "exitCode");
  if (o.exitCode != null && !isIntegerWithin(o.exitCode, 0, 4294967295)) drop(o, "exitCode");
  if (o.signal === undefined) lift(o, "exitStatus", "signal", "signal");
  if (o.signal != null && typeof o.signal !== "string") drop(o, "signal");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkKillTerminalResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function readCreateElicitationResponse(o: unknown): unknown {
  if (!isObject(o)) return failRead("object");
  switch (o.action) {
    case "accept": return checkElicitationAcceptAction(o) && checkCreateElicitationResponseBase(o) ? o : undefined;
    case "decline": return checkCreateElicitationResponseBase(o) ? o : undefined;
    case "cancel": return checkCreateElicitationResponseBase(o) ? o : undefined;
    default:
      return readUnknownTag(o, o.action, "/action");
  }
}

function checkCreateElicitationResponseBase(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkElicitationContentValue(value: unknown): boolean {
  if (Array.isArray(value)) return everyString(value);
  return typeof value !== "string" && !Number.isInteger(value) && typeof value !== "number" && typeof value !== "boolean" ? fail("string or integer or number or boolean or array") : true;
}

function checkElicitationAcceptAction(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.content != null && !everyElicitationContentValueIn(o.content)) return at("/content");
  return true;
}

function everyElicitationContentValueIn(map: unknown): boolean {
  if (!isObject(map)) return fail("object");
  for (const name of Object.keys(map)) {
    if (!checkElicitationContentValue(map[name])) return at(pointer(name));
  }
  return true;
}

function checkCancelNotification(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkCancelRequestNotification(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.requestId !== null && !Number.isInteger(o.requestId) && typeof o.requestId !== "string") return failAt("/requestId", "null or integer or string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkForkSessionRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.cwd !== "string") return failAt("/cwd", "string");
  if (o.additionalDirectories === null) drop(o, "additionalDirectories");
  else if (o.additionalDirectories !== undefined && !everyString(o.additionalDirectories)) return at("/additionalDirectories");
  if (o.mcpServers === null) drop(o, "mcpServers");
  else if (o.mcpServers !== undefined && !everyMcpServer(o.mcpServers)) return at("/mcpServers");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkForkSessionResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (o.modes != null && !checkSessionModeState(o.modes)) drop(o, "modes");
  if (o.configOptions != null && !keepSessionConfigOption(o.configOptions)) drop(o, "configOptions");
  if (o.models != null && !checkSessionModelState(o.models)) drop(o, "models");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionForkCapabilities(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkUsage(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (!isCount(o.totalTokens)) return failAt("/totalTokens", "integer from 0");
  if (!isCount(o.inputTokens)) return failAt("/inputTokens", "integer from 0");
  if (!isCount(o.outputTokens)) return failAt("/outputTokens", "integer from 0");
  if (o.thoughtTokens != null && !isCount(o.thoughtTokens)) drop(o, "thoughtTokens");
  if (o.cachedReadTokens != null && !isCount(o.cachedReadTokens)) drop(o, "cachedReadTokens");
  if (o.cachedWriteTokens != null && !isCount(o.cachedWriteTokens)) drop(o, "cachedWriteTokens");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSetSessionModelRequest(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.sessionId !== "string") return failAt("/sessionId", "string");
  if (typeof o.modelId !== "string") return failAt("/modelId", "string");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSetSessionModelResponse(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkSessionModelState(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.currentModelId !== "string") return failAt("/currentModelId", "string");
  if (o.availableModels === undefined) return failAt("/availableModels", "array");
  if (!keepModelInfo(o.availableModels)) replace(o, "availableModels", []);
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function keepModelInfo(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!checkModelInfo(item)) skip(list, i);
    else list[kept++] = item;
  }
  if (kept < list.length) list.length = kept;
  return true;
}

function checkModelInfo(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (typeof o.modelId !== "string") return failAt("/modelId", "string");
  if (typeof o.name !== "string") return failAt("/name", "string");
  if (o.description != null && typeof o.description !== "string") drop(o, "description");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function checkHistoryMessage(o: unknown): boolean {
  if (!isObject(o)) return fail("object");
  if (o.role === undefined) rename(o, "Role", "role");
  if (typeof o.role !== "string") return failAt("/role", "string");
  if (o.content === undefined) rename(o, "Content", "content");
  if (!everyAny(o.content)) return at("/content");
  if (o._meta != null && !isObject(o._meta)) drop(o, "_meta");
  return true;
}

function everyAny(list: unknown): boolean {
  if (!Array.isArray(list)) return fail("array");
  for (let i = 0; i < list.length; i++) {
    
  }
  return true;
}
