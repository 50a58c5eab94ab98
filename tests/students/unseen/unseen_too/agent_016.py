# Expectimax (trabalho 2)
from pacgrid import Agent


class Expectimax(Agent):

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.avaliacao = evaluation or (lambda e: e.score)

    def act(self, estado):
        melhor = None
        melhor_valor = float('-inf')
        for acao in estado.legal_actions():
            valor = self.valor_esperado(estado.successor(acao), self.depth, 1)
            if valor > melhor_valor:
                melhor_valor = valor
                melhor = acao
        return melhor

    def valor_max(self, estado, profundidade):
        if estado.is_terminal:
            return estado.score
        if profundidade == 0:
            return self.avaliacao(estado)
        v = float('-inf')
        for acao in estado.legal_actions():
            v = max(v, self.valor_esperado(estado.successor(acao), profundidade, 1))
        return v

    def valor_esperado(self, estado, profundidade, fantasma):
        if estado.is_terminal:
            return estado.score
        v = 0
        for acao in estado.legal_actions():
            prox = estado.successor(acao)
            if fantasma < estado.num_agents - 1:
                v += self.valor_esperado(prox, profundidade, fantasma + 1)
            else:
                v += self.valor_max(prox, profundidade - 1)
        return v
