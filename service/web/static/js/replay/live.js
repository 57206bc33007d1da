// A match that goes on: the stream says that there is news, the replay is asked for what follows.

const QUIET = 120;
const AGAIN = 3000;

// `follow` is called when events follow on those known, `again` when what was known has changed (a ruling) or the match has
// come to its end (and lies open from then on).
export function listenLive(address, { known, follow, again }) {
  let wanted = null;
  let timer = 0;
  const want = (what) => {
    if (wanted !== again) wanted = what;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const run = wanted;
      wanted = null;
      run().catch(() => setTimeout(() => want(again), AGAIN));
    }, QUIET);
  };
  let told = null;
  const open = () => {
    const stream = new EventSource(address);
    stream.addEventListener("verdict", ({ data }) => want(JSON.parse(data).seq > known() ? follow : again));
    stream.addEventListener("outcome", ({ data }) => {
      // Told once more on coming back: nothing new.
      if (told !== data) want(again);
      told = data;
    });
    // What came while the line was down is not told one by one.
    stream.onopen = () => want(follow);
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED) setTimeout(open, AGAIN);
    };
  };
  open();
}
