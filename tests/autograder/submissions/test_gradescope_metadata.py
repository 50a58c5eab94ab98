import pytest

from pacgrid.autograder.submissions.gradescope_metadata import Submitter, read_alone

ADA = '{"email": "ada@uni.edu", "id": 3, "name": "Ada"}'


@pytest.mark.parametrize(
    ("text", "submitter"),
    [
        (f'{{"id": 1, "users": [{ADA}]}}', Submitter("Ada", "ada@uni.edu")),
        (f'{{"users": [{ADA}, {ADA}]}}', None),
        ('{"users": []}', None),
        ("{}", None),
        ("not JSON", None),
        ('{"users": "Ada"}', None),
    ],
)
def test_the_only_submitter_is_known_by_their_address(
    text: str, submitter: Submitter | None
) -> None:
    assert read_alone(text.encode()) == submitter
