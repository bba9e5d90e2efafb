// The entry of the built command line: loads its chunks, those of a usual start from one file that is compiled already.
//
// Node finds, reads and compiles each file that is required, which is most of the time that a start takes. The build therefore
// puts what a command loads before it can do anything into one file, a pack, and has V8 write down what it compiled there
// (docs/decisions/0015). Every chunk goes through `load`, packed or not, so that none exists twice. Bundled as CommonJS.
import { readFileSync } from "node:fs";
import { Script } from "node:vm";

/** A chunk, as Node would wrap it. */
type Chunk = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: object },
  filename: string,
  dirname: string,
) => void;

type Pack = Readonly<Record<string, Chunk>>;

/** The packs of a command, in the order in which they are needed; written by the build. */
declare const PACKS: Readonly<Record<string, readonly string[]>>;

const MAIN = "./main.cjs";
/** Modules of Node that take a millisecond or more of a start, and are mostly imported for what happens later, or never. */
const DEAR = new Set([
  "node:crypto",
  "node:fs/promises",
  "node:os",
  "node:readline",
  "node:timers/promises",
  "node:tty",
  "node:v8",
]);
/** Chunks of libraries that are such, by the beginning of their names. */
const LATER = "./chunk-later-";
const loaded = new Map<string, { exports: object }>();
const command = process.argv[2] ?? "";
const unopened = Object.hasOwn(PACKS, command) ? [...(PACKS[command] ?? [])] : [];
const opened: Pack[] = [];

// Node maps traces of errors for what it loads itself alone. Whoever asks for that is in no hurry.
if (process.sourceMapsEnabled) require(`${__dirname}/${MAIN}`);
else load(MAIN);

function load(name: string): unknown {
  if (!name.startsWith("./")) return DEAR.has(name) ? whenUsed(() => require(name) as object) : require(name);
  return name.startsWith(LATER) ? whenUsed(() => loadChunk(name)) : loadChunk(name);
}

function loadChunk(name: string): object {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const filename = __dirname + name.slice(1);
  const module = { exports: {} };
  loaded.set(name, module);
  try {
    const chunk = findPacked(name) ?? compile(filename);
    chunk.call(module.exports, module.exports, load, module, filename, __dirname);
  } catch (error) {
    // Whoever asks again shall hear of it again, and not get half a module.
    loaded.delete(name);
    throw error;
  }
  return module.exports;
}

/** Stands for a module until something of it is used: what is imported is looked up by name each time. */
function whenUsed(read: () => object): object {
  let known: object | undefined;
  const real = (): object => (known ??= read());
  return new Proxy({}, { get: (_, key) => Reflect.get(real(), key) as unknown, has: (_, key) => key in real() });
}

function compile(filename: string): Chunk {
  const source = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, "utf8")}\n})`;
  return new Script(source, { filename }).runInThisContext() as Chunk;
}

/** A chunk that no open pack has is most likely in the next one. */
function findPacked(name: string): Chunk | undefined {
  for (const pack of opened) if (pack[name] !== undefined) return pack[name];
  const next = unopened.shift();
  if (next === undefined) return undefined;
  opened.push(openPack(next));
  return findPacked(name);
}

function openPack(name: string): Pack {
  const filename = `${__dirname}/${name}.cjs`;
  // Packs are ASCII, and are read fastest as what they are. V8 itself refuses what another Node, or one with other flags, wrote down.
  const source = readFileSync(filename, "latin1");
  const cachedData = readIfThere(`${__dirname}/${name}.cache`);
  const script = new Script(source, { filename, ...(cachedData === undefined ? {} : { cachedData }) });
  return script.runInThisContext() as Pack;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined; // A build that was cut short; it starts without.
  }
}
