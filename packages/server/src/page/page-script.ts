// The script of the page: polls the server's status while the page is visible, and copies commands.

export const PAGE_SCRIPT = `"use strict";
const EVERY_MS = 2500;
const byId = (id) => document.getElementById(id);
let showsAll = false;

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function duration(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return seconds + " s";
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return minutes + " min";
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? hours + " h " + (minutes % 60) + " min" : Math.floor(hours / 24) + " days";
}

const STATES = { idle: "idle", running: "running", awaiting: "needs you" };

function sessionRow(session, nowMs) {
  const row = make("li", "row");
  const badge = make("span", "badge", STATES[session.state] || session.state);
  badge.dataset.state = session.state;
  const main = make("div", "main");
  main.append(make("strong", "", session.title || "Untitled"), make("span", "path", session.cwd));
  const turns = session.turns + (session.turns === 1 ? " turn" : " turns");
  const when = duration(nowMs - session.updatedAtMs) + " ago";
  row.append(badge, main, make("span", "agent", session.agent), make("span", "quiet", turns + " · " + when));
  return row;
}

function agentCard(agent) {
  const card = make("li", "agent-card");
  const isReady = agent.isAvailable && agent.isEnabled;
  card.dataset.ready = String(isReady);
  const head = make("div", "agent-head");
  head.append(make("i", "dot"), make("strong", "", agent.title), make("code", "", agent.name));
  const text = agent.isEnabled ? agent.text : "Disabled. " + agent.text;
  card.append(head, make("p", "", text));
  if (agent.turns > 0) card.append(make("p", "quiet", agent.turns + (agent.turns === 1 ? " turn" : " turns") + " so far"));
  return card;
}

const GROUPS = [
  ["Built in", (agent) => agent.kind === "mode"],
  ["On this machine", (agent) => agent.kind === "acp"],
  ["Remote", (agent) => agent.kind === "a2a"],
];

/** Unchanged parts stay in place, so that a selection survives. */
const shown = new Map();
function show(id, key, build) {
  const text = JSON.stringify(key);
  if (shown.get(id) === text) return;
  shown.set(id, text);
  byId(id).replaceChildren(...build());
}

function showSessions(status) {
  const rows = status.sessions.map((session) => ({ ...session, ago: duration(status.nowMs - session.updatedAtMs) }));
  show("sessions", [rows, status.hasMoreSessions], () => {
    if (rows.length === 0) return [make("p", "empty", "No sessions yet. Start one with any of the commands above.")];
    const list = make("ul", "rows");
    list.append(...rows.map((session) => sessionRow(session, status.nowMs)));
    return status.hasMoreSessions ? [list, moreSessions(rows.length)] : [list];
  });
}

function moreSessions(count) {
  const note = make("p", "quiet", "Showing the " + count + " most recent sessions. ");
  if (showsAll) return note;
  const button = make("button", "link", "Show all");
  button.type = "button";
  button.addEventListener("click", () => {
    showsAll = true;
    void look();
  });
  note.append(button);
  return note;
}

function showAgents(status) {
  show("agents", status.agents, () =>
    GROUPS.flatMap(([title, belongs]) => {
      const agents = status.agents.filter(belongs);
      if (agents.length === 0) return [];
      const list = make("ul", "agents");
      list.append(...agents.map(agentCard));
      return [make("h3", "group", title), list];
    }),
  );
}

function showFigures(status) {
  const figures = {
    uptime: duration(status.nowMs - status.startedAtMs),
    ready: status.agents.filter((agent) => agent.isAvailable && agent.isEnabled).length,
    running: status.openTurns,
    questions: status.questions,
    streams: status.streams,
  };
  for (const [id, value] of Object.entries(figures)) byId(id).textContent = String(value);
  byId("questions").dataset.hot = String(status.questions > 0);
  byId("figures").hidden = false;
}

function showNotice(text) {
  const notice = byId("notice");
  notice.hidden = text === undefined;
  if (notice.textContent !== (text || "")) notice.textContent = text || "";
}

function showState(state, text) {
  const pill = byId("state");
  if (pill.textContent === text) return;
  pill.dataset.state = state;
  pill.textContent = text;
}

async function look() {
  try {
    const response = await fetch(showsAll ? "/status?sessions=all" : "/status", { headers: { Accept: "application/json" }, cache: "no-store" });
    if (response.status === 401) {
      location.reload();
      return;
    }
    if (!response.ok) throw new Error(String(response.status));
    const status = await response.json();
    showState(status.state, status.state === "running" ? "running" : "shutting down");
    showNotice(status.notice);
    showFigures(status);
    showSessions(status);
    showAgents(status);
  } catch {
    showState("gone", "unreachable, retrying");
  }
}

/** Polls while the page is visible. */
async function watch() {
  for (;;) {
    if (!document.hidden) await look();
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

async function copy(button) {
  const code = button.parentElement.querySelector("code");
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(code);
    button.textContent = "Selected";
  }
  setTimeout(() => (button.textContent = "Copy"), 1500);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest && event.target.closest("button.copy");
  if (button) void copy(button);
});
void watch();
`;
