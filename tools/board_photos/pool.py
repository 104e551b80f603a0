"""The photographs drawn so far, on the device that learns from them."""

import threading

import numpy as np
import torch
from numpy.typing import NDArray

from board_photos.camera import LARGEST as LARGEST
from board_photos.camera import Matrix, square_pixels


class Pool:
    """Photographs side by side, each at its own place; `held` of them may be learnt from."""

    def __init__(self, most: int, device: str) -> None:
        self.device = device
        self.pictures = torch.zeros((most, LARGEST, LARGEST, 3), dtype=torch.uint8, device=device)
        self.sizes = torch.ones((most, 2), device=device)
        self.boards = torch.eye(3, device=device).repeat(most, 1, 1)
        self.has_board = torch.zeros(most, dtype=torch.bool, device=device)
        self.square = torch.zeros(most, device=device)
        self.letters = torch.zeros((most, 15, 15), dtype=torch.long, device=device)
        self.held = 0
        self._there = np.zeros(most, bool)
        self._changed = threading.Condition()

    @property
    def drawn(self) -> int:
        return int(self._there.sum())

    def put(self, at: int, image: NDArray[np.uint8], board: Matrix | None, letters: NDArray[np.int8]) -> None:
        """Adds a photograph at its place."""
        height, width = image.shape[:2]
        self.pictures[at, :height, :width] = torch.from_numpy(image.copy()).to(self.device)
        self.sizes[at] = torch.tensor([width, height], dtype=torch.float32)
        self.letters[at] = torch.from_numpy(letters.astype(np.int64)).to(self.device)
        if board is not None:
            board = board / board[2, 2]
            self.boards[at] = torch.from_numpy(board).float()
            self.square[at] = square_pixels(board)
        self.has_board[at] = board is not None
        with self._changed:
            self._there[at] = True
            self._changed.notify()

    def wait_for(self, count: int) -> None:
        """Waits until the first `count` photographs are there, and lets them be learnt from."""
        if count > self.held:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._there[self.held : count].all()))
            self.held = count
