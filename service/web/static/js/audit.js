// The audit of a match: printing, and the check that only a worker can make.

import { call } from "./api.js";
import { button, fill, h } from "./dom.js";

const box = document.getElementById("integrity");

const GOOD = "Each event is sealed to the one before, none is missing or altered, and played again they give exactly what is stored.";
const TITLES = { altered: "Altered", "folds differently": "Comes out differently", "cannot be folded": "Cannot be played again" };
const BAD = {
  altered: ({ at }) => `The seal is broken at event ${at}: the record was altered from there on.`,
  "folds differently": ({ at, detail }) => `Nothing was altered, but played again the record gives something else than what is stored, from event ${at} on: ${detail}`,
  "cannot be folded": ({ detail }) => `Nothing was altered, but these rules cannot play the record again. ${detail}`,
};

async function check() {
  box.className = "finding";
  fill(box, "The record is being played again from the start …");
  try {
    const found = await call(`/api/v1/matches/${box.dataset.match}/integrity`);
    box.className = `finding ${found.good ? "good" : "bad"}`;
    fill(box, h("strong", {}, found.good ? `✓ Intact, ${found.events} events. ` : `✗ ${TITLES[found.finding]}. `), found.good ? `${GOOD} ${found.detail}` : BAD[found.finding](found));
  } catch (error) {
    box.className = "finding bad";
    fill(box, h("strong", {}, "Not checked. "), `${error.message} `, button("Check again", check, { class: "quiet" }));
  }
}

document.getElementById("print").addEventListener("click", () => print());
check();
