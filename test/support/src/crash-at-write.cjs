// Required before a program by an option of Node: ends its process as `kill -9` would, at the n-th write to files or to the store.
//
// PARLEY_TEST_CRASH is {"role", "at", "isTorn", "log"}: the command whose process is meant (`serve`, `agent`, `run`), the number of
// the write before which it ends (0: never), whether half of what is written gets through, and where each write is noted down.
"use strict";
// oxlint-disable no-underscore-dangle -- Node has no other name for the function that loads modules.
const fs = require("node:fs");
const Module = require("node:module");

const plan = JSON.parse(process.env.PARLEY_TEST_CRASH ?? "{}");
// The command is the first word behind the program.
if (plan.role !== undefined && process.argv[2] === plan.role) install(plan);

function install({ at, isTorn, log }) {
  const { writeSync, openSync } = fs;
  const noted = log === undefined ? undefined : openSync(log, "a");
  let count = 0;
  let isInside = false;

  /** `tear` writes half of it. */
  function step(name, tear) {
    count += 1;
    if (noted !== undefined) writeSync(noted, `${count} ${name}\n`);
    if (count !== at) return;
    if (isTorn && tear !== undefined) tear();
    process.kill(process.pid, "SIGKILL");
    for (;;); // Until the signal is there.
  }

  /** What one function does by way of another is one write. */
  function wrap(owner, name, label, toTear = () => undefined) {
    const real = owner[name];
    if (typeof real !== "function") return;
    owner[name] = function (...args) {
      if (isInside || isStandardStream(args[0])) return real.apply(this, args);
      step(`${label}.${name}${typeof args[0] === "string" ? ` ${args[0]}` : ""}`, toTear.call(this, args));
      isInside = true;
      try {
        return real.apply(this, args);
      } finally {
        isInside = false;
      }
    };
  }

  const tearFile = ([path, data]) => (isData(data) ? () => fs.writeFileSync(path, half(data)) : undefined);
  const tearDescriptor = ([fd, data]) => (isData(data) ? () => writeSync(fd, half(data)) : undefined);
  function tearHandle([data]) {
    return isData(data) ? () => writeSync(this.fd, half(data)) : undefined;
  }

  const CHANGES = ["rename", "unlink", "mkdir", "rm", "rmdir", "link", "symlink", "copyFile", "truncate"];
  for (const name of [...CHANGES, "ftruncate", "fsync", "fdatasync", "writev"]) {
    wrap(fs, name, "fs");
    wrap(fs, `${name}Sync`, "fs");
  }
  for (const name of ["write", "writeSync"]) wrap(fs, name, "fs", tearDescriptor);
  for (const name of ["writeFile", "appendFile"]) {
    wrap(fs, name, "fs", tearFile);
    wrap(fs, `${name}Sync`, "fs", tearFile);
    wrap(fs.promises, name, "promises", tearFile);
  }
  for (const name of CHANGES) wrap(fs.promises, name, "promises");
  const { open } = fs.promises;
  fs.promises.open = async function (...args) {
    const handle = await open.apply(this, args);
    for (const name of ["write", "writeFile", "appendFile"]) wrap(handle, name, "handle", tearHandle);
    for (const name of ["writev", "datasync", "sync", "truncate"]) wrap(handle, name, "handle");
    return handle;
  };
  Module.syncBuiltinESMExports();

  hookDrivers(step);
}

/** The store's driver, whichever it loads: libsql, or Node's own SQLite. */
function hookDrivers(step) {
  let isHooked = false;
  function hookOnce(Database) {
    if (isHooked) return;
    isHooked = true;
    hookStore(Database, step);
  }
  const load = Module._load;
  Module._load = function (name, ...rest) {
    const loaded = load.call(this, name, ...rest);
    if (name === "libsql") hookOnce(loaded);
    return loaded;
  };
  const getBuiltin = process.getBuiltinModule?.bind(process);
  if (getBuiltin === undefined) return;
  process.getBuiltinModule = (name) => {
    const loaded = getBuiltin(name);
    if (name === "node:sqlite" && loaded !== undefined) hookOnce(loaded.DatabaseSync);
    return loaded;
  };
}

/** Every statement that changes something, and the ends of transactions. */
function hookStore(Database, step) {
  const { exec, prepare } = Database.prototype;
  Database.prototype.exec = function (sql, ...rest) {
    step(`store.exec ${sql.slice(0, 40)}`);
    return exec.call(this, sql, ...rest);
  };
  Database.prototype.prepare = function (sql, ...rest) {
    const statement = prepare.call(this, sql, ...rest);
    const { run } = statement;
    statement.run = function (...values) {
      step(`store.run ${sql.slice(0, 40)}`);
      return run.apply(this, values);
    };
    return statement;
  };
}

function half(data) {
  return typeof data === "string" ? data.slice(0, data.length / 2) : data.subarray(0, data.length / 2);
}

function isStandardStream(fd) {
  return fd === 0 || fd === 1 || fd === 2;
}

function isData(data) {
  return typeof data === "string" || data instanceof Uint8Array;
}
