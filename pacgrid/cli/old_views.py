"""Views that don't draw frames yet."""

from typing import Any

from pacgrid.session.session import Session


class OldView:
    """Shows the games of a session in a view that decides by itself."""

    def __init__(self, viewer: Any, *, real_time: bool) -> None:
        self.real_time = real_time
        self._viewer = viewer

    def show(self, session: Session) -> None:
        viewer, settings = self._viewer, session.settings
        viewer.speed, viewer.linger = settings.speed, session._linger
        viewer.theme, viewer.overlays = settings.theme, frozenset(settings.overlays)
        try:
            session.next_action = viewer.watch(*session.games)
        finally:
            session.playback.games = viewer.shows
