// The script of the page: asks what runs every few seconds while somebody looks, and copies commands.

export const PAGE_SCRIPT = `"use strict";
const EVERY_MS = 2500;
const byId = (id) => document.getElementById(id);

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

const STATES = { idle: "idle", running: "at work", awaiting: "asks you" };

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
  const text = agent.isEnabled ? agent.text : "Switched off. " + agent.text;
  card.append(head, make("p", "", text));
  if (agent.turns > 0) card.append(make("p", "quiet", agent.turns + (agent.turns === 1 ? " turn" : " turns") + " so far"));
  return card;
}

const GROUPS = [
  ["Parley's own", (agent) => agent.kind === "mode"],
  ["On this machine", (agent) => agent.kind === "acp"],
  ["Elsewhere", (agent) => agent.kind === "a2a"],
];

/** What did not change is left alone, so that a selection stays. */
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
    if (rows.length === 0) return [make("p", "empty", "None yet. The first one starts with any of the commands above.")];
    const list = make("ul", "rows");
    list.append(...rows.map((session) => sessionRow(session, status.nowMs)));
    return status.hasMoreSessions ? [list, make("p", "quiet", "These are the latest; there are more.")] : [list];
  });
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
    const response = await fetch("/status", { headers: { Accept: "application/json" }, cache: "no-store" });
    if (response.status === 401) {
      location.reload();
      return;
    }
    if (!response.ok) throw new Error(String(response.status));
    const status = await response.json();
    showState(status.state, status.state === "running" ? "running" : "about to end");
    showNotice(status.notice);
    showFigures(status);
    showSessions(status);
    showAgents(status);
  } catch {
    showState("gone", "not reachable, trying again");
  }
}

/** One look after the other, and none while nobody sees it. */
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
