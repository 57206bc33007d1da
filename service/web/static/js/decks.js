// Deck lists as people write them: `3 Ember Fox`, a card a line, under the names of the deck's sections.

const LINE = /^(\d{1,3})\s*[x×]?\s+(.+)$/i;

// Lines before any heading belong to the main deck: the section of that name, or the first.
export function readDeck(text, language) {
  if (!text.trim()) return null;
  const sections = Object.entries(language.deck);
  const deck = {};
  let section = "main" in language.deck ? "main" : sections[0][0];
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (!line) continue;
    const heading = sections.find(([name, { title }]) => [name, (title ?? name).toLowerCase()].includes(line.replace(/:$/, "").toLowerCase()));
    const card = LINE.exec(line) ?? [line, "1", line];
    if (heading) [section] = heading;
    else {
      const name = card[2].trim();
      deck[section] ??= {};
      deck[section][name] = (Object.hasOwn(deck[section], name) ? deck[section][name] : 0) + Number(card[1]);
    }
  }
  return deck;
}

export function writeDeck(deck, language) {
  return Object.entries(deck).map(([section, cards]) =>
    [`${language.deck[section]?.title ?? section}:`, ...Object.entries(cards).map(([name, count]) => `${count} ${name}`)].join("\n")).join("\n\n");
}
