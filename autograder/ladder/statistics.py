"""What the statistics of a course say of a ladder."""

from collections import Counter

from ..reports.statistics.ladder_facts import LadderFacts
from .table import LadderTable
from .table_text import TITLES


def ladder_facts(table: LadderTable) -> LadderFacts:
    """The ratings and the forfeits of the entrants, without their names and without the anchors."""
    forfeits = Counter[str]()
    for row in table.forfeits:
        forfeits[f"{row.role.label}: {row.kind}"] += row.games
    ratings = {
        TITLES[name]: [rank.rating for rank in ranks if not rank.is_anchor]
        for name, ranks in table.standings.by_name.items()
    }
    return LadderFacts(
        table.title,
        {title: values for title, values in ratings.items() if values},
        dict(forfeits.most_common()),
        len(table.games),
    )
