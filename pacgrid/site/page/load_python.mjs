// Python with its packages; the same in a worker of a browser and in node.

const PACKAGES = "/lib/python3.14/site-packages";
const ENVIRONMENT = { PYTHONHASHSEED: "0", PYTHONDONTWRITEBYTECODE: "1", TZ: "UTC", HOME: "/home/pyodide" };

/** Args: `loadPyodide` with the `options` that say where its own files are; `read` gets an archive of the site, or
 * nothing if there is none of that name. */
export async function loadPython({ loadPyodide, options, read }) {
  const [python, packages, course] = await Promise.all([
    loadPyodide({ ...options, env: ENVIRONMENT }),
    read("packages.zip"),
    read("course.zip"),
  ]);
  python.unpackArchive(packages, "zip", { extractDir: PACKAGES });
  if (course) python.unpackArchive(course, "zip", { extractDir: "/course" });
  return python;
}
