// A page on a session of a Parley server: what was said and by whom, open questions with buttons, a prompt field.
// Run it:  npx parley serve --allow-origin http://127.0.0.1:8000
//          npx esbuild examples/page.js --bundle --serve=127.0.0.1:8000 --servedir=examples --outdir=examples
// Open it: http://127.0.0.1:8000/page.html#url=http://127.0.0.1:4717&token=TOKEN&session=ID
import { createTranscript } from "@parley/acp/transcript";
import { applyEvents, SessionView, textOfBlocks, toPermissionChoices } from "@parley/chat-model";
import { connectServer } from "@parley/remote";

const { url, token, session } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const remote = connectServer({ url, token }, { client: { name: "page" } });
const find = (id) => document.getElementById(id);
const create = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);
const nameOf = (actor) => actor?.person ?? actor?.surface ?? "somebody";

const lines = {
  user_message: ({ blocks, actor }) => `${nameOf(actor)}: ${textOfBlocks(blocks)}`,
  agent_message: ({ blocks }) => textOfBlocks(blocks),
  tool_call: ({ title, status }) => `${title} (${status})`,
  permission: ({ options, answer }) => {
    const option = options.find(({ optionId }) => optionId === answer?.outcome.optionId);
    return answer && `${nameOf(answer.actor)} answered: ${option?.name ?? answer.outcome.outcome}`;
  },
  elicitation: ({ answer }) => answer && `${nameOf(answer.actor)} answered: ${answer.response.action}`,
  stop: ({ error }) => error && `Failed: ${error.message}`,
};

function show() {
  find("items").replaceChildren(...view.items.map(({ item }) => create("p", lines[item.type]?.(item) ?? "")));
  find("questions").replaceChildren(...view.questions.filter(({ type }) => type === "permission").flatMap(toButtons));
}

function toButtons({ interactionId: id, options }) {
  const answer = (option_id) => remote.request("interactions/answer", { id, option_id });
  return toPermissionChoices(options).map(({ option, label }) =>
    create("button", label, { onclick: () => answer(option.optionId).catch(alert) }),
  );
}

let transcript, view;
function begin() {
  transcript = createTranscript();
  view = new SessionView(transcript.snapshot());
  view.subscribe(show);
}

begin();
remote.follow(
  session,
  { after: 0 },
  {
    events: (batch) => view.apply(applyEvents(transcript, batch)),
    // The log was replaced, for instance by a restored copy, and is sent from its start.
    trimmed: ({ next }) => next === 1 && begin(),
  },
);
remote.onState(({ kind }) => find("state").replaceChildren(kind));
find("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = event.target.elements.prompt;
  const text = field.value;
  remote.prompt(session, [{ type: "text", text }]).then(() => (field.value = ""), alert);
});
