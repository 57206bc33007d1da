// Ops as people say them: "Ben: Mind Strain +2", "Paper Cat goes to the Void".

const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
const changed = ({ by, to }) => (by === undefined ? `is now ${to}` : signed(by));

const SENTENCES = {
  draw: ({ seat, n }, say) => `${say(seat)} draws ${n}`,
  discard: ({ seat, cards }, say) => `${say(seat)} discards ${say(cards)}`,
  move: ({ card, to, seat }, say) => `${say(card)} goes to ${seat ? `${say(seat)}: ` : ""}${say(to)}`,
  counter: ({ seat, counter, ...change }, say, words) => `${say(seat)}: ${words.counter(counter)} ${changed(change)}`,
  stat: ({ card, stat, ...change }, say, words) => `${say(card)}: ${words.plain(stat)} ${changed(change)}`,
  flag: ({ card, add, remove }, say, words) => `${say(card)} is ${add ? "" : "no longer "}${words.plain(add ?? remove).toLowerCase()}`,
  keyword: ({ card, gain, lose }, say) => `${say(card)} ${gain ? `gains ${gain}` : `loses ${lose}`}`,
  reveal: ({ seat, cards, zone }, say) => `${say(seat)} reveals ${say(cards)} (${say(zone)})`,
  shuffle: ({ seat, zone }, say) => `${say(seat)} shuffles: ${say(zone)}`,
};

export function opSentence(op, words) {
  const { op: name, until, ...fields } = op;
  const say = (value) => words.value(value);
  const lasts = until ? `, until ${lasting(words.language.until[until] ?? words.plain(until))}` : "";
  const told = SENTENCES[name];
  if (told) return told(fields, say, words) + lasts;
  // A bare number says nothing without its question.
  const asked = words.ops.get(name)?.fields ?? {};
  const rest = Object.entries(fields).map(([field, value]) =>
    typeof value === "string" || typeof value === "object" ? say(value) : `${words.field(field, asked[field])}: ${say(value)}`);
  return (rest.length ? `${words.op(name)}: ${rest.join(" · ")}` : words.op(name)) + lasts;
}

// "when the turn ends", "until the train ends", "the attack is over": one way to go on after "until".
export const lasting = (meaning) => meaning.replace(/^(until|when|to) /, "").replace(/^: /, "");
