// What every package may use. Nothing here touches the machine or knows a protocol.
export {
  classifyAddress,
  describePrivateAddress,
  isLoopbackHost,
  networkOf,
  toCanonicalAddress,
  withoutBrackets,
  type AddressKind,
} from "./address.ts";
export { isTime, monotonicMs, systemClock, type Clock } from "./clock.ts";
export { ERROR_CODES, ParleyError, type ErrorCode, type ErrorFields, type Remedy } from "./error.ts";
export { errnoOf, errorCodeOf, hasErrno } from "./errno.ts";
export { parseHostPattern, toHostName, type HostPattern } from "./host-pattern.ts";
export { createId } from "./id.ts";
export { asInvoked, setInvokedName } from "./invoked-command.ts";
export { isObject, parseObject, type JsonObject } from "./json-object.ts";
export { silentLog, type Log, type LogFields, type LogLevel } from "./log.ts";
export { isNestedTooDeep, NESTING_MAX, parseJson } from "./parse-json.ts";
export { READ_TOKEN } from "./read-token.ts";
export { readResponseText, responseTooLarge } from "./response-text.ts";
export { toShownJson } from "./safe-json.ts";
export {
  findServerKeyProblem,
  isServerKey,
  SERVER_SCOPES,
  SERVER_TOKEN_NAME,
  type ServerKey,
  type ServerScope,
} from "./server-key.ts";
export { toSafeSearchPath, wholeEntries } from "./search-path.ts";
export {
  CONFIG_LAYERS,
  parseSandboxSetting,
  resolveSettings,
  SANDBOX_SETTINGS,
  settings,
  stricterSandbox,
  type ConfigLayer,
  type ConfigSource,
  type SandboxSetting,
  type Setting,
  type Settings,
} from "./settings.ts";
export { EDITOR_TOKEN_VARIABLE, EDITOR_URL_VARIABLE } from "./editor-tools.ts";
export { refuseVariable, VARIABLES_CHARS_MAX, VARIABLES_MAX } from "./session-variables.ts";
export { settingSchemas } from "./settings-schema.ts";
export { causesOf, describeNetworkCode, findNetworkCode, networkCodeOf } from "./network-error.ts";
export { ADD_MODEL, NO_MODEL, OFFLINE_MODEL_ID } from "./no-model.ts";
export { SERVER_PROTOCOL, VERSION } from "./version.ts";
export { inParallel } from "./waiting/in-parallel.ts";
export { onAbort } from "./waiting/on-abort.ts";
export { systemTimers, type Timers } from "./waiting/timers.ts";
export { ABORTED, unlessAborted, untilAborted } from "./waiting/until-aborted.ts";
export { wait } from "./waiting/wait.ts";
export { settlesWithin, within, type WithinOptions } from "./waiting/within.ts";
export { escapeHtml } from "./text/escape-html.ts";
export { foldCase } from "./text/fold-case.ts";
export { formatBytes } from "./text/format-bytes.ts";
export { findBest, findMatch, score, type FuzzyMatch } from "./text/fuzzy.ts";
export { isBase64 } from "./text/is-base64.ts";
export { findFences, findJson, type Fence } from "./text/json-in-text.ts";
export { describeKnownNames, editDistance, findNearestName, findNearNames } from "./text/near-names.ts";
export {
  NeutralStream,
  neutralise,
  neutralLine,
  reveal,
  revealCode,
  revealLine,
  TAB_COLUMNS,
  withoutControls,
} from "./text/neutral-text.ts";
export { plural } from "./text/plural.ts";
export {
  fillText,
  formatDecimal,
  formatNumber,
  setWords,
  shownLocale,
  t,
  tKnown,
  tPlural,
  wordsTable,
} from "./words.ts";
export { quoteMaterial } from "./text/quote-material.ts";
export { excerptAround, splitQuery, type Excerpt } from "./text/search.ts";
export { endOf, startOf, toOneLine, truncate, truncateStart } from "./text/truncate.ts";
