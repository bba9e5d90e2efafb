// The running processes that may descend from us: parents, groups, sessions, start times and our marks.
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { CHASE_ROUNDS, PS_OUTPUT_BYTES_MAX, SCAN_SLICE } from "../limits.ts";
import { GUARD_VARIABLE, serialInEnvironment, serialInLimits } from "./mark.ts";
import { readProcFile } from "./proc-file.ts";

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** 0 if the system does not say. */
  readonly session: number;
  /** In clock ticks since boot; together with the pid it identifies a process. 0 if the system does not say. */
  readonly startTicks: number;
  /** Which of our children it descends from, if it still carries a mark. */
  readonly serial: number | undefined;
}

/** Whether the marks of processes can be read here: then ending a tree does not depend on its group. */
export function areMarksReadable(): boolean {
  return process.platform === "linux" && existsSync("/proc/self/environ");
}

let running: Promise<readonly ProcessRow[]> | undefined;
let next: Promise<readonly ProcessRow[]> | undefined;

/**
 * Every process that is not a zombie. Callers that arrive during a lookup share the next one, so that ending a hundred trees
 * takes no more lookups than ending one.
 */
export function readProcessTable(): Promise<readonly ProcessRow[]> {
  if (running === undefined) {
    running = readAll().finally(() => {
      running = undefined;
    });
    return running;
  }
  next ??= running.then(again, again);
  return next;
}

function again(): Promise<readonly ProcessRow[]> {
  next = undefined;
  return readProcessTable();
}

function readAll(): Promise<readonly ProcessRow[]> {
  if (process.platform === "linux") return readProc();
  return process.platform === "win32" ? Promise.resolve([]) : readPs();
}

/** Also the processes that started during the lookup: one that forks and exits would be missed as often as not on a busy machine. */
async function readProc(): Promise<ProcessRow[]> {
  const rows: ProcessRow[] = [];
  const seen = new Set<string>();
  let pids = listPids();
  for (let round = 0; pids.length > 0 && round < CHASE_ROUNDS; round += 1) {
    for (const pid of pids) seen.add(pid);
    await readRows(pids, rows);
    pids = listPids().filter((pid) => !seen.has(pid));
  }
  return rows;
}

/** Reading synchronously in slices takes a third of the time of reading asynchronously, and blocks the event loop only briefly. */
async function readRows(pids: readonly string[], rows: ProcessRow[]): Promise<void> {
  for (let from = 0; from < pids.length; from += SCAN_SLICE) {
    if (from > 0) await setImmediate();
    for (const pid of pids.slice(from, from + SCAN_SLICE)) {
      const row = readRow(pid);
      if (row !== undefined) rows.push(row);
    }
  }
}

function listPids(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // No /proc here: trees are ended by their groups alone.
  }
}

let oldestTicks: number | undefined;

function readRow(pid: string): ProcessRow | undefined {
  const stat = readStat(pid);
  if (stat === undefined || stat.state === "Z" || stat.state === "X") return undefined;
  // A process older than we are descends from none of our children.
  oldestTicks ??= readStat("self")?.startTicks ?? 0;
  if (stat.startTicks < oldestTicks) return undefined;
  const environment = readProcFile(`/proc/${pid}/environ`);
  const serial = environment === undefined ? undefined : serialInEnvironment(environment);
  // The guard of a Parley below us exits on its own, after it has done its work.
  if (serial === undefined && environment?.includes(`${GUARD_VARIABLE}=`) === true) return undefined;
  return { ...stat, pid: Number(pid), serial: serial ?? readLimitsSerial(pid) };
}

interface Stat extends Pick<ProcessRow, "parent" | "group" | "session" | "startTicks"> {
  readonly state: string;
}

function readStat(pid: string): Stat | undefined {
  const text = readProcFile(`/proc/${pid}/stat`)?.toString("latin1");
  if (text === undefined || text === "") return undefined;
  // The name comes first, in parentheses, and may contain anything, including newlines and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent, group, session] = fields;
  return {
    state,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    startTicks: Number(fields[19]),
  };
}

function readLimitsSerial(pid: string): number | undefined {
  const limits = readProcFile(`/proc/${pid}/limits`);
  return limits === undefined ? undefined : serialInLimits(limits.toString("latin1"));
}

/** When a process started; 0 if unknown. */
export function readStartTicks(pid: number): number {
  return process.platform === "linux" ? (readStat(String(pid))?.startTicks ?? 0) : 0;
}

/** A signal (SIGSTOP, Ctrl-Z) has stopped it, and it does nothing until it is continued. Linux only; unknown elsewhere. */
export function isProcessStopped(pid: number): boolean {
  return process.platform === "linux" && readStat(String(pid))?.state === "T";
}

/** The process this many levels below, following the first child each time; undefined if there is none. Linux only. */
export function findDescendant(pid: number, levels: number): number | undefined {
  let found = pid;
  for (let level = 0; level < levels; level += 1) {
    const first = Number.parseInt(readProcFile(`/proc/${found}/task/${found}/children`)?.toString("latin1") ?? "", 10);
    if (Number.isNaN(first)) return undefined;
    found = first;
  }
  return found;
}

/** It has exited, whether or not its parent has collected its status. Linux only. */
export function isProcessOver(pid: number): boolean {
  const state = readStat(String(pid))?.state;
  return state === undefined || state === "Z" || state === "X";
}

const execute = promisify(execFile);

async function readPs(): Promise<ProcessRow[]> {
  const columns = "pid=,ppid=,pgid=,stat=,command=";
  const { stdout } = await execute("ps", ["-A", "-E", "-ww", "-o", columns], { maxBuffer: PS_OUTPUT_BYTES_MAX });
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, group, state] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S)/.exec(line) ?? [];
    const serial = serialInEnvironment(Buffer.from(line));
    if (pid === undefined || state === "Z" || (serial === undefined && line.includes(`${GUARD_VARIABLE}=`))) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, startTicks: 0, serial }];
  });
}
