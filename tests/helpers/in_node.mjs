// Answers calls in Pyodide: a JSON list of [name, arguments] comes on stdin, a line for each goes out.

import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const { loadPython } = await import(new URL("load_python.mjs", folder));
const read = async (name) => new Uint8Array(readFileSync(new URL(name, folder)));
const python = await loadPython({ read, indexURL: fileURLToPath(new URL("pyodide/", folder)) });
const calls = python.pyimport("pacgrid.site.in_page.calls");
for (const [name, given] of JSON.parse(readFileSync(0, "utf8"))) {
  process.stdout.write(`${calls.call(name, given)}\n`);
}
