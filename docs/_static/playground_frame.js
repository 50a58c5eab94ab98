// In a site with the playground, the picture of it on the front page becomes the playground itself; on a small screen, or
// where data is to be saved, a link to it.

const picture = document.querySelector(".playground img");
const playground = new URL("playground/index.html", new URL(document.documentElement.dataset.content_root ?? "./", location.href));

function frame() {
  const made = document.createElement("iframe");
  made.className = "playground-frame";
  made.title = "The playground: an editor, and a game that plays";
  made.src = playground.href;
  picture.replaceWith(made);
}

function link() {
  const made = document.createElement("a");
  made.href = playground.href;
  picture.replaceWith(made);
  made.append(picture);
}

if (picture) (matchMedia("(min-width: 60rem)").matches && !navigator.connection?.saveData ? frame : link)();
