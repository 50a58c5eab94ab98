// Compiles what the page imports, with the Python of the page, so that it starts sooner:
//
//     node compile.mjs SITE PYODIDE
//
// Pacgrid keeps its sources, which it reads and shows; other packages get along without.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { loadPython } from "./load_python.mjs";

const [, , site, pyodide] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const read = async (name) => existsSync(join(site, name)) && new Uint8Array(readFileSync(join(site, name)));
const python = await loadPython({ loadPyodide, options: { indexURL: pyodide }, read });
python.runPython(`
import os, sys
from py_compile import PycInvalidationMode, compile
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from pacgrid.site import in_page

in_page.grade("", lambda _: None)
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
writeFileSync(join(site, "packages.zip"), python.FS.readFile("/packages.zip"));
