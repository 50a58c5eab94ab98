// Tells the pages in frames whether this page is light or dark, now and when the reader changes it.

const html = document.documentElement;
const frames = [...document.querySelectorAll(".made iframe")];
const tell = (frame) => frame.contentWindow?.postMessage({ light: html.dataset.theme !== "dark" }, "*");

for (const frame of frames) {
  frame.addEventListener("load", () => tell(frame));
  tell(frame);
}
new MutationObserver(() => frames.forEach(tell)).observe(html, { attributeFilter: ["data-theme"] });
