// Small helpers for the page.

export const byId = (id) => document.getElementById(id);

/** Fill a list of choices with [value, label] pairs; keeps what is chosen if it is still there. */
export function fill(select, choices) {
  const before = select.value;
  select.replaceChildren(...choices.map(([value, label]) => new Option(label, value)));
  if (choices.some(([value]) => value === before)) select.value = before;
}

/** `run`, once nothing has asked for it for so many milliseconds. */
export function later(milliseconds, run) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(run, milliseconds);
  };
}

/** Show a whole page in a frame, where it can't disturb this one. */
export function frame(iframe, html) {
  iframe.hidden = !html;
  iframe.srcdoc = html;
}

/** An agent's error as a line. */
export const lineOf = ({ error, details }) => (details ? `${error}\n${details}` : error);
