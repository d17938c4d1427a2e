"""Roll Player: heroes made of dice, for 1 to 4 players."""

from companion.game import Game
from companion.games.roll_player.rules import RollPlayer

game: Game = RollPlayer()

__all__ = ["RollPlayer", "game"]
