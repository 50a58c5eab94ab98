# Projet IA, L3 - minimax
from pacgrid.search import Searcher


class Minimax(Searcher):

    def value(self, etat, profondeur):
        self.report.nodes += 1
        # profondeur atteinte : on évalue
        if profondeur == 0:
            return self.evaluate(etat)
        if etat.to_move == 0:
            return self.valeur_max(etat, profondeur)
        return self.valeur_min(etat, profondeur)

    def valeur_max(self, etat, profondeur):
        meilleur = -float("inf")
        for coup in etat.legal_actions():
            suivant = etat.successor(coup)
            meilleur = max(meilleur, self.value(suivant, profondeur - 1))
        return meilleur

    def valeur_min(self, etat, profondeur):
        pire = float("inf")
        for coup in etat.legal_actions():
            suivant = etat.successor(coup)
            pire = min(pire, self.value(suivant, profondeur - 1))
        return pire
