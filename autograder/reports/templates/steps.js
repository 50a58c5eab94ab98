// Fills a frame with the page that steps through a search when a reader opens what it is in.

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

for (const details of document.querySelectorAll("details.steps")) {
  details.addEventListener("toggle", async () => {
    const page = await unpacked(document.getElementById("stepper").textContent);
    for (const frame of details.querySelectorAll("iframe:not([srcdoc])")) {
      frame.srcdoc = page.replace("{search}", frame.dataset.search);
    }
  });
}
