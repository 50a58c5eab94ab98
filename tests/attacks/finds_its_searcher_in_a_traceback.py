"""An evaluation function that has the frames of its search from an error that it raises itself."""

from honest import is_searcher, succeeded

EXPECT = "plays on"
TEST = "evaluate"


def evaluate(state):
    try:
        raise ValueError
    except ValueError as error:
        frame = error.__traceback__.tb_frame
        while frame := frame.f_back:
            for value in (*frame.f_locals.values(), *frame.f_globals.values()):
                if is_searcher(value):
                    succeeded(value)
    return state.score
