// Times in the reader's own zone; without this module they stand there in UTC.

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

const today = (moment) => moment.toDateString() === new Date().toDateString();

export const told = (iso) => {
  const moment = new Date(iso);
  return (today(moment) ? clock : full).format(moment);
};

// How long ago, in the largest whole unit: a judge wants to know who has waited longest, not the seconds.
export function ago(iso) {
  const seconds = Math.max(0, (Date.now() - new Date(iso)) / 1000);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86400)} days`;
}

for (const element of document.querySelectorAll("time[datetime]")) element.textContent = told(element.dateTime);
