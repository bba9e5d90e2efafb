// Preloaded into the extension host (`--require`): what loading and activating the extension costs its thread, when its view
// is resolved, and on a socket what the thread has used so far.
/* oxlint-disable no-underscore-dangle -- what Node calls them. */
"use strict";
const { appendFileSync, rmSync } = require("node:fs");
const Module = require("node:module");
const { createServer } = require("node:net");

const folder = process.env.PARLEY_BENCH_PROBE;
const ENTRY = /parley\.parley-vscode-[^/]+\/dist\/extension\.js$/;

if (folder !== undefined && process.argv.includes("--type=extensionHost")) watch();

function watch() {
  const load = Module._load;
  Module._load = function loadWatched(request, ...rest) {
    if (typeof request !== "string" || !ENTRY.test(request)) return load.call(this, request, ...rest);
    watchApi();
    const loaded = measure("load", () => load.call(this, request, ...rest));
    const activate = (...given) => measure("activate", () => loaded.activate(...given));
    return { ...loaded, activate };
  };
  const path = `${folder}/cpu.sock`;
  rmSync(path, { force: true });
  // Of the thread: the process has others, which compile and collect.
  createServer((socket) => socket.end(JSON.stringify(process.threadCpuUsage())))
    .listen(path)
    .unref();
}

/** From now on VS Code gives out its API through `Module._load`: the registration of the chat is wrapped. */
function watchApi() {
  const load = Module._load;
  Module._load = function loadApi(request, ...rest) {
    const loaded = load.call(this, request, ...rest);
    return request === "vscode" ? wrapApi(loaded) : loaded;
  };
}

const wrapped = new WeakMap();

function wrapApi(api) {
  if (!wrapped.has(api)) {
    const registerWebviewViewProvider = (id, provider, options) => {
      const resolveWebviewView = (...given) => {
        report({ name: "resolve", at: Date.now() });
        return provider.resolveWebviewView(...given);
      };
      return api.window.registerWebviewViewProvider(id, { resolveWebviewView }, options);
    };
    const window = Object.create(api.window, { registerWebviewViewProvider: { value: registerWebviewViewProvider } });
    wrapped.set(api, Object.create(api, { window: { value: window } }));
  }
  return wrapped.get(api);
}

function measure(name, run) {
  const before = process.threadCpuUsage();
  const result = run();
  const { user, system } = process.threadCpuUsage(before);
  report({ name, at: Date.now(), cpuMs: (user + system) / 1_000, files: Object.keys(Module._cache).filter(isOurs) });
  return result;
}

function isOurs(path) {
  return path.includes("/parley.parley-vscode-");
}

function report(event) {
  appendFileSync(`${folder}/events.ndjson`, `${JSON.stringify({ pid: process.pid, ...event })}\n`);
}
