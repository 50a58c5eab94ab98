"""Many frames as little text."""

import base64
import json
from itertools import accumulate
from typing import Any
from zlib import decompress

from pacgrid.render.web.pool import Pool, packed


def restored(pool: Pool, column: list[int]) -> list[Any]:
    return [pool.values[number] for number in accumulate(column)]


def test_a_column_is_numbers_of_values_that_are_kept_once() -> None:
    pool = Pool()
    values = ["a", "b", "b", "a", None, 1, [1, 2], [1, 2]]
    assert restored(pool, pool.column(values)) == values
    assert len(pool.values) == 5
    assert pool.column([]) == []


def test_items_of_lists_are_kept_once_too() -> None:
    pool = Pool()
    one, two = {"name": "a"}, {"name": "b"}
    first, second = restored(pool, pool.column([[one, two], [two]]))
    assert [pool.values[number] for number in first["items"]] == [one, two]
    assert [pool.values[number] for number in second["items"]] == [two]
    assert pool.values.count(two) == 1


def test_frames_are_columns_by_part_but_for_what_the_page_decides() -> None:
    pool = Pool()
    frames: Any = [{"view": {"ply": n, "caption": n}, "boards": [{"food": 7}]} for n in range(3)]
    columns = pool.columns(frames)
    assert restored(pool, columns["view"]["caption"]) == [0, 1, 2]
    assert restored(pool, columns["board"]["food"]) == [7, 7, 7]
    assert "ply" not in columns["view"]
    assert pool.columns([]) == {"view": {}, "board": {}}


def test_data_is_packed_as_letters_that_are_no_markup() -> None:
    data = {"name": "</script>\ud800é", "numbers": [1, 2]}
    text = packed(data)
    assert text.isascii()
    assert not set(text) & set("<>&\"'")
    found = json.loads(decompress(base64.b64decode(text)))
    assert found == data | {"name": "</script>?é"}
