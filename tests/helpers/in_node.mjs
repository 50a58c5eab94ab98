// Answers calls in Pyodide: a JSON list of [name, arguments] comes on stdin, a line for each goes out.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , site, page, pyodide] = process.argv;
const { loadPython } = await import(pathToFileURL(join(page, "load_python.mjs")));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const read = async (name) => existsSync(join(site, name)) && new Uint8Array(readFileSync(join(site, name)));
const python = await loadPython({ loadPyodide, options: { indexURL: pyodide }, read });
const calls = python.pyimport("pacgrid.site.in_page");
for (const [name, given] of JSON.parse(readFileSync(0, "utf8"))) {
  process.stdout.write(`${calls.call(name, given)}\n`);
}
