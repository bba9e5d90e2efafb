// Terminals that are not ours, for tests of what people see: an emulator and tmux.
export { openEmulated, type EmulatedTerminal } from "./terminal/emulated-terminal.ts";
export { KEYS, SIZES, type OpenTerminal, type TerminalSize, type TestTerminal } from "./terminal/test-terminal.ts";
export { toSvg } from "./terminal/to-svg.ts";
export { openTmux } from "./terminal/tmux-terminal.ts";
