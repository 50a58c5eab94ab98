# Búsqueda alfa-beta
from pacgrid import Agent
import math


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluacion = evaluation or (lambda e: e.score)

    def act(self, estado):
        alfa, beta = -math.inf, math.inf
        mejor_accion, mejor_valor = None, -math.inf
        for accion in estado.legal_actions():
            valor = self.valor(estado.successor(accion), self.depth * estado.num_agents - 1, alfa, beta)
            if valor > mejor_valor:
                mejor_valor, mejor_accion = valor, accion
            alfa = max(alfa, mejor_valor)
        return mejor_accion

    def valor(self, estado, capas, alfa, beta):
        if estado.is_terminal:
            return estado.score
        if capas == 0:
            return self.evaluacion(estado)
        if estado.to_move == 0:
            return self.maximo(estado, capas, alfa, beta)
        else:
            return self.minimo(estado, capas, alfa, beta)

    def maximo(self, estado, capas, alfa, beta):
        v = -math.inf
        for accion in estado.legal_actions():
            v = max(v, self.valor(estado.successor(accion), capas - 1, alfa, beta))
            alfa = max(alfa, v)
        return v

    def minimo(self, estado, capas, alfa, beta):
        v = math.inf
        for accion in estado.legal_actions():
            v = min(v, self.valor(estado.successor(accion), capas - 1, alfa, beta))
            beta = min(beta, v)
        return v
