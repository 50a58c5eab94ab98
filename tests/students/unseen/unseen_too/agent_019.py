from pacgrid.search import Searcher


class Minimax(Searcher):
    # Minimax-Suche für beliebig viele Geister

    def value(self, zustand, tiefe):
        self.report.nodes += 1
        if zustand.is_terminal:
            return zustand.score
        if tiefe == 0:
            return self.evaluate(zustand)

        if zustand.to_move == 0:
            bester_wert = 0
            for zug in zustand.legal_actions():
                wert = self.value(zustand.successor(zug), tiefe - 1)
                if wert > bester_wert:
                    bester_wert = wert
            return bester_wert

        schlechtester_wert = 1_000_000
        for zug in zustand.legal_actions():
            wert = self.value(zustand.successor(zug), tiefe - 1)
            if wert < schlechtester_wert:
                schlechtester_wert = wert
        return schlechtester_wert
