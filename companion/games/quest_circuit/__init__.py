"""Quest Circuit: a quest race round a ring of cells, for 1 to 6 players."""

from companion.game import Game
from companion.games.quest_circuit.rules import QuestCircuit

game: Game = QuestCircuit()

__all__ = ["QuestCircuit", "game"]
