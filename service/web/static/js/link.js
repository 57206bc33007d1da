// How this phone stands with the service: always in sight, how much waits to be sent; and what to do where it cannot go out.

import { button, fill, h } from "./dom.js";

// `barred`: the seat was lost. `behind`: the page is older than the service.
export function drawLink(element, { outbox, live, trouble, barred }) {
  const count = outbox.waiting.length;
  const troubled = outbox.trouble || trouble;
  const now = !outbox.online ? "No network" : barred ? "No seat" : troubled || (live ? "Live" : "Connecting");
  fill(element, h("span", { class: "state" }, now),
    h("span", { class: "count", "data-waiting": count }, count ? `${count} waiting to be sent` : "All sent"));
  element.classList.toggle("waits", count > 0 || !outbox.online || barred);
}

export function drawNotices(element, { outbox, barred, behind, refused, viewer, names, match }) {
  fill(element,
    barred ? lostSeat(outbox.waiting.length, viewer, names, match) : null,
    behind ? notice("A newer version of this page is there.", button("Load it", () => location.reload())) : null,
    refused ? notice(refused) : null,
    outbox.unkept ? notice("This phone has no room to keep what you log. Leave this page open until all is sent.") : null,
    elsewhere(outbox));
}

const notice = (text, ...ways) => h("div", { class: "notice" }, h("p", {}, text), ways);

const plays = (count) => `${count} entr${count === 1 ? "y" : "ies"}`;

// A key has an end, and a phone has one at a time: whoever sat down at another table has left this one.
function lostSeat(count, viewer, names, match) {
  const back = count ? ` ${plays(count)} will go out once it does again.` : "";
  const watch = h("a", { class: "button", href: `/matches/${match}` }, "Watch the match");
  if (viewer === "judge") {
    return notice(`You are no longer signed in here.${back}`, h("div", { class: "ways" },
      h("a", { class: "button", href: `/sign-in?next=${location.pathname}` }, "Sign in"), watch));
  }
  const code = h("input", { "aria-label": "The code of the seat", placeholder: "BCD2-FGH3", autocomplete: "off", autocapitalize: "characters", required: true });
  const sitDown = (event) => {
    event.preventDefault();
    location.assign(`/join/${encodeURIComponent(code.value.trim())}`);
  };
  return notice(`This phone no longer holds the seat of ${names[viewer]}.${back} Scan the code of the seat again, or type it.`,
    h("form", { class: "join", onsubmit: sitDown }, code, h("button", {}, "Sit down"), watch));
}

// Another match that was played with this phone, and could not send all of it.
function elsewhere({ elsewhere: entries }) {
  const matches = [...new Set(entries.map((entry) => entry.match))];
  return matches.map((match) => {
    const count = entries.filter((entry) => entry.match === match).length;
    return notice(`${plays(count)} of another match wait${count === 1 ? "s" : ""} on this phone.`,
      h("a", { class: "button", href: `/matches/${match}/play` }, "Go there"));
  });
}
