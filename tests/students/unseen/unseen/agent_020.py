from pacgrid import Agent, Report


class Reflex(Agent):
    def __init__(self, caution=3):
        self.caution = caution

    def act(self, state):
        options = state.legal_actions()
        scores = [self.evaluate(state, action) for action in options]
        self.report = Report(nodes=len(scores), values=dict(zip(options, scores)))
        return options[scores.index(max(scores))]

    def evaluate(self, current, action):
        following = current.successor(action)
        if following.is_terminal:
            return following.score
        maze = current.maze
        new_position = following.pacman
        old_position = current.pacman
        food = min(maze.distance(new_position, dot) for dot in following.food)
        danger = 0
        for ghost in following.ghosts:
            if not ghost.scared and maze.distance(old_position, ghost.position) < self.caution:
                danger += 100
        return following.score - food - danger
