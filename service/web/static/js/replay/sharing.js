// Taking a match elsewhere: a link to the moment, a frame for another page, the text, the record.

import { button, fill, h } from "../dom.js";

// Wide enough for a board to lie across.
const FRAME = { width: 1120, height: 700 };

export function drawSharing(element, { match, side, seq }) {
  const asked = side ? `?as=${side}` : "";
  const page = `${location.origin}/matches/${match}${asked}#${seq}`;
  const framed = `<iframe src="${location.origin}/matches/${match}/embed${asked}#${seq}" width="${FRAME.width}" height="${FRAME.height}" title="A match on Tapedeck"></iframe>`;
  const record = `/api/v1/matches/${match}/export`;
  fill(element,
    field("share-link", "Link to this moment", page),
    field("share-frame", "For another page", framed),
    h("p", {}, h("a", { href: `${record}?format=text`, target: "_blank", rel: "noopener" }, "Transcript, to read"), " · ", h("a", { href: record, download: "" }, "Record, to keep or import")));
}

function field(id, title, value) {
  const input = h("input", { id, value, readOnly: true, onfocus: () => input.select() });
  const copy = button("Copy", async () => {
    input.select();
    // Where the page is not served securely there is no clipboard: the text is selected, to be copied by hand.
    await navigator.clipboard?.writeText(value);
    copy.textContent = navigator.clipboard ? "Copied" : "Selected";
  }, { class: "quiet" });
  return h("div", { class: "share-row" }, h("label", { htmlFor: id }, title), input, copy);
}
