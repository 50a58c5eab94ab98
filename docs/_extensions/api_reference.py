"""```` ```{api} pacgrid.tree.recorder ````: the public names of modules, from their docstrings.

Of a package that says what is public, such as `pacgrid`, these are the names in `__all__`; of other
modules, those that they define.
"""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from inspect import isclass, isroutine
from typing import Any

from generated import add_generated
from sphinx.application import Sphinx

_INLINE = re.compile(r"`+([^`]+)`+")
_NAMED = re.compile(r" {4}(\*{0,2}\w+): (.*)")
_FIELDS = {"Args:": "param", "Raises:": "raises"}
_NAME = re.compile(
    r"[A-Z]\w+|[A-Za-z_]\w*(?:\.\w+)+"
)  # of a class, or with dots: what may be a link


def markdown(_app: Sphinx, modules: str, _options: Mapping[str, str]) -> str:
    """A section for each module, with its names."""
    return "\n\n".join(part for name in modules.split() for part in _section(name))


def _section(name: str) -> Iterator[str]:
    module = import_module(name)
    if not hasattr(module, "__all__"):
        yield f"## `{name}`"
        yield _rst(f".. automodule:: {name}\n   :members:")
        return
    for each in sorted(module.__all__):
        yield f"## `{name}.{each}`"
        value = getattr(module, each)
        kind = "autoclass" if isclass(value) else "autofunction" if isroutine(value) else "autodata"
        members = "\n   :members:" if isclass(value) else ""
        yield _rst(f".. {kind}:: {name}.{each}{members}")


def _rst(text: str) -> str:
    return f"```{{eval-rst}}\n{text}\n```"


def as_rst(*event: Any) -> None:
    """Rewrite a docstring, which is nearly Markdown, as reStructuredText."""
    lines: list[str] = event[-1]
    written: list[str] = []
    field = ""  # of the section that the line stands in: `Args:` or `Raises:`
    in_example = in_code = False
    for line in with_whole_code(lines):
        if line and not line.startswith(" "):
            field = _FIELDS.get(line, "")
        in_example = bool(line.strip()) and (in_example or line.lstrip().startswith(">>> "))
        in_code = (in_code and not line.strip()) or line.startswith("    ")
        if in_example or line in _FIELDS:
            written.append(line if in_example else "")
        elif field and (named := _NAMED.fullmatch(line)):
            written.append(f":{field} {named[1]}: {rst_line(named[2])}")
        elif in_code and not field and not _is_in_list(written):
            written += [".. code-block:: python", ""] if not written[-1] and line else []
            written.append(line)
        else:
            written.append(rst_line(line))
    lines[:] = written


def with_whole_code(lines: list[str]) -> Iterator[str]:
    """The lines of a docstring; code in backticks that goes on in the next line is made whole."""
    waiting = ""
    for each in lines:
        line = f"{waiting} {each.lstrip()}" if waiting else each
        opens = line.count("`") % 2 and ">>>" not in line
        waiting = line if opens else ""
        if not opens:
            yield line
    if waiting:
        yield waiting


def _is_in_list(written: list[str]) -> bool:
    last = next((line for line in reversed(written) if line), "")
    return last.startswith(("- ", "* ", "  "))


def rst_line(line: str) -> str:
    """A line of prose: headings are bold, and only backticks mean something."""
    if line.startswith("#"):
        return f"**{line.lstrip('# ')}**"
    bullet = re.match(r" *(?:[*-] )?", line)
    assert bullet
    head, rest = bullet[0], line[bullet.end() :]
    parts, end = [head], 0
    for found in _INLINE.finditer(rest):
        parts += [_escaped(rest[end : found.start()]), _code(found[1])]
        end = found.end()
    return "".join([*parts, _escaped(rest[end:])])


def _code(text: str) -> str:
    role = ":py:obj:`{}`" if _NAME.fullmatch(text) else "``{}``"
    return f"{role.format(text.strip())}\\ "


def _escaped(text: str) -> str:
    return re.sub(r"([*|\\]|_(?!\w))", r"\\\1", text)


def tidy_source_links(app: Sphinx) -> Iterator[tuple[str, dict[str, object], str]]:
    """Leave out links from source to names that have two, `pacgrid.grade` and where it is defined,
    and modules without source or of others."""
    modules, names = (
        getattr(app.env, "_viewcode_modules", {}),
        app.env.domains["py"].data["objects"],
    )
    for module, entry in list(modules.items()):
        if not entry or module.partition(".")[0] != "pacgrid":
            del modules[module]
            continue
        code, tags, used, known_as = entry
        pages = {
            parent: {
                name: found.docname
                for name in used
                if (found := names.get(f"{parent}.{name}")) and not found.aliased
            }
            for parent in (known_as, module)
        }
        known_as = max(pages, key=lambda parent: len(pages[parent]))
        modules[module] = code, tags, pages[known_as], known_as
    yield from ()


def own_source(_app: Sphinx, module: str) -> tuple[str, dict[str, object]] | None:
    """No source for what Pacgrid only uses, such as `typing`; None: viewcode finds it."""
    return None if module.partition(".")[0] == "pacgrid" else ("", {})


def setup(app: Sphinx) -> dict[str, bool]:
    app.setup_extension("sphinx.ext.viewcode")
    app.connect("viewcode-find-source", own_source)
    app.connect("autodoc-process-docstring", as_rst, priority=400)  # before napoleon's
    app.connect("html-collect-pages", tidy_source_links, priority=100)  # before viewcode's
    return add_generated(app, "api", markdown)
