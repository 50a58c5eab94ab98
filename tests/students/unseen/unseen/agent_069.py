from pacgrid import Agent, Report

MATE = 10000


class Minimax(Agent):
    """Engine in the style of the chess tutorial."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluate_board = evaluation or (lambda board: board.score)

    def act(self, board):
        plies = self.depth * board.num_agents
        best_move = None
        best_eval = -2 * MATE
        self.report = Report()
        for move in board.legal_actions():
            score = self.search(board.successor(move), plies - 1)
            self.report.values[move] = score
            if score > best_eval:
                best_eval = score
                best_move = move
        return best_move

    def search(self, board, plies):
        if board.is_terminal:
            return MATE if board.score > 0 else -MATE
        if plies == 0:
            return self.evaluate_board(board)
        if board.to_move == 0:
            best_eval = -2 * MATE
            for move in board.legal_actions():
                best_eval = max(best_eval, self.search(board.successor(move), plies - 1))
        else:
            best_eval = 2 * MATE
            for move in board.legal_actions():
                best_eval = min(best_eval, self.search(board.successor(move), plies - 1))
        return best_eval
