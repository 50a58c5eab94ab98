# minimax agent, CENG 461 odev 2
from pacgrid import Action, Agent


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda durum: durum.score)

    def hamleler(self, durum):
        # beklemek (STOP) ise yaramaz, aramayi hizlandirmak icin cikariyoruz
        hepsi = durum.legal_actions()
        secilen = [h for h in hepsi if h != Action.STOP]
        return secilen if secilen else hepsi

    def act(self, durum):
        en_iyi = None
        en_iyi_deger = -99999999
        for h in self.hamleler(durum):
            deger = self.deger(durum.successor(h), 1)
            if deger > en_iyi_deger:
                en_iyi_deger = deger
                en_iyi = h
        return en_iyi

    def deger(self, durum, derinlik):
        if durum.is_terminal:
            return durum.score
        if derinlik == self.depth:
            return self.evaluation(durum)
        degerler = [self.deger(durum.successor(h), derinlik + 1) for h in self.hamleler(durum)]
        if durum.to_move == 0:
            return max(degerler)
        return min(degerler)
