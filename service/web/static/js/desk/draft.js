// What a judge has begun to decide, for each event of a match. It is kept while the window is open: through a look at another
// question, a page that is loaded again, and a new sign-in.

const place = ({ match }) => `rulings:${match}`;
const read = (desk) => JSON.parse(sessionStorage.getItem(place(desk)) ?? "{}");

// The ruling as it stands in the form (`body`) and its `note`, as far as there are any.
export const draftOf = (desk) => read(desk)[desk.seq] ?? {};

export function keepDraft(desk, told) {
  const all = read(desk);
  all[desk.seq] = { ...all[desk.seq], ...told };
  sessionStorage.setItem(place(desk), JSON.stringify(all));
}

export function dropDraft(desk) {
  const { [desk.seq]: _, ...rest } = read(desk);
  sessionStorage.setItem(place(desk), JSON.stringify(rest));
}

// The first event that somebody was about to rule on.
export function begun(desk) {
  const [first] = Object.entries(read(desk)).filter(([, { body, note }]) => body || note);
  return first && Number(first[0]);
}
