// Loaded before the built command line, by the build: notes what a start compiles, and ends the process when it has come far enough.
"use strict";
const { writeFileSync } = require("node:fs");
const { Socket } = require("node:net");
const path = require("node:path");
const v8 = require("node:v8");
const vm = require("node:vm");

/** @type {{ pack?: string, result: string, untilWritten?: string }} */
const { pack, result, untilWritten } = JSON.parse(process.env["PARLEY_RECORD"] ?? "{}");
delete process.env["PARLEY_RECORD"];

const main = process.argv[1] ?? "";
/** @type {Map<string, vm.Script>} */
const scripts = new Map();

// What V8 writes down holds for its flags alone, and a command may set some after its start.
v8.setFlagsFromString = () => undefined;

vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    const { filename } = options;
    if (path.dirname(filename) === path.dirname(main)) scripts.set(path.basename(filename), this);
  }
};

if (untilWritten === undefined) process.once("exit", keep);
else {
  const write = Reflect.get(Socket.prototype, "write");
  Socket.prototype.write = function (chunk, ...rest) {
    const isTaken = write.call(this, chunk, ...rest);
    if (String(chunk).includes(untilWritten)) {
      keep();
      process.exit(0);
    }
    return isTaken;
  };
}

/** The names of the chunks that were compiled, or, when they are packed, what V8 made of the pack. */
function keep() {
  const script = scripts.get(`${pack}.cjs`);
  writeFileSync(result, script === undefined ? JSON.stringify([...scripts.keys()]) : script.createCachedData());
}
