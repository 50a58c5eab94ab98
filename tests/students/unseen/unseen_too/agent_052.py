# Agent réflexe
from pacgrid import Agent


class Reflex(Agent):

    def act(self, etat):
        notes = {}
        for coup in etat.legal_actions():
            notes[coup] = self.note(etat.successor(coup))
        return max(notes, key=notes.get)

    def note(self, etat):
        if etat.is_terminal:
            return etat.score
        nourriture = etat.maze.nearest(etat.pacman, etat.food)
        danger = 0
        for fantome in etat.ghosts:
            if fantome.scared == 0:
                distance = etat.maze.distance(etat.pacman, fantome.position)
                if distance < 3:
                    danger += 3 - distance
        return etat.score + nourriture - 100 * danger
