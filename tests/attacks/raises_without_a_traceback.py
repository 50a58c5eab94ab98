"""Raises an exception that fails when its traceback, its cause or its notes are looked at."""

from honest import Honest

EXPECT = r"(SecretError.*|its process exited: .*|ZeroDivisionError.*|.*Error.*)"


class SecretError(BaseException):
    def fail(self):
        return 1 / 0

    def ignore(self, value):
        raise SystemExit(0)

    __traceback__ = property(fail, ignore)
    __cause__ = __context__ = __notes__ = __suppress_context__ = args = property(fail, ignore)


class Attacker(Honest):
    def act(self, state):
        raise SecretError
