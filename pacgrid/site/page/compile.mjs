// Compiles what the page imports, with the Python of the page, so that it starts sooner:
//
//     node compile.mjs SITE
//
// Pacgrid keeps its sources, which it reads and shows; other packages get along without.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const { loadPython } = await import(new URL("load_python.mjs", folder));
const read = async (name) => new Uint8Array(readFileSync(new URL(name, folder)));
const python = await loadPython({ read, indexURL: fileURLToPath(new URL("pyodide/", folder)) });
python.runPython(`
import os, sys
from py_compile import PycInvalidationMode, compile
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pacgrid.site.in_page import calls, grading

grading.questions()
grading.grade("", lambda _: None)
root = next(path for path in sys.path if path.endswith("site-packages"))
for module in [*sys.modules.values()]:
    file = getattr(module, "__file__", None) or ""
    if file.startswith(root) and file.endswith(".py"):
        keeps = file.startswith(f"{root}/pacgrid/")
        target = None if keeps else f"{file}c"
        compile(file, target, doraise=True,
                invalidation_mode=PycInvalidationMode.UNCHECKED_HASH)
        if not keeps:
            os.remove(file)
with ZipFile("/packages.zip", "w", ZIP_DEFLATED, compresslevel=9) as archive:
    paths = [os.path.join(parent, name) for parent, _, names in os.walk(root) for name in names]
    for path in sorted(paths):
        info = ZipInfo(os.path.relpath(path, root), (2020, 1, 1, 0, 0, 0))
        archive.writestr(info, open(path, "rb").read(), ZIP_DEFLATED, 9)
`);
writeFileSync(new URL("packages.zip", folder), python.FS.readFile("/packages.zip"));
