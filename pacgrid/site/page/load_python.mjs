// Python with its packages; the same in a worker of a browser and in node.

const PACKAGES = "/lib/python3.14/site-packages";
const ENVIRONMENT = { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", TZ: "UTC", HOME: "/home/pyodide" };

/** Args: `read` gets a file beside this one as an ArrayBuffer; `indexURL` is Pyodide's folder. */
export async function loadPython({ read, indexURL, pyodide = "./pyodide/pyodide.mjs" }) {
  const { loadPyodide } = await import(pyodide);
  const [python, packages, course] = await Promise.all([
    loadPyodide({ indexURL, env: ENVIRONMENT }),
    read("packages.zip"),
    read("course.zip"),
  ]);
  python.unpackArchive(packages, "zip", { extractDir: PACKAGES });
  if (course.byteLength) python.unpackArchive(course, "zip", { extractDir: "/course" });
  return python;
}
