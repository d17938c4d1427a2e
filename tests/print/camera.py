"""What a camera finds on a page: markers, by OpenCV's detector, and codes, by another reader."""

from __future__ import annotations

import json
from math import hypot

import cv2
import numpy as np
import zxingcpp
from PIL import Image

from printables.imposition import Box
from printables.pieces import Cut
from printables.reading.code import PageCode, read_code
from printables.reading.geometry import Geometry
from printables.reading.markers import PATTERNS


def markers_on(image: Image.Image, dpi: int) -> list[tuple[int, tuple[float, float]]]:
    """The markers that OpenCV finds, and their middles in mm from the upper left corner of the picture."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    corners, ids, _ = detector.detectMarkers(np.asarray(image))
    found = [] if ids is None else list(zip(ids.ravel().tolist(), corners, strict=True))
    middles = [(int(key), corner.reshape(4, 2).mean(axis=0) + 0.5) for key, corner in found]
    return [(key, (float(at[0]) * 25.4 / dpi, float(at[1]) * 25.4 / dpi)) for key, at in middles]


def stands_where_its_file_says(image: Image.Image, geometry: Geometry, origin: Box, dpi: int = 300) -> None:
    """The six markers of a page lie within 0.1 mm of the places in the file of its geometry; `origin` is its frame.

    At 300 dpi the detector takes the letter on a coloured chip for a marker with a number that none of ours has: a
    reader asks for ours alone.
    """
    ours = [(key, at) for key, at in markers_on(image, dpi) if key < len(PATTERNS)]
    assert sorted(key for key, _ in ours) == list(range(6))
    found = dict(ours)
    for marker, (x, y, side) in enumerate(json.loads(geometry.text())["markers"]):
        assert side == geometry.frame.side
        assert hypot(found[marker][0] - origin.x - x, found[marker][1] - origin.y - y) < 0.1, marker


def code_on(image: Image.Image) -> PageCode:
    """What the only QR code of a picture says."""
    (code,) = (one for one in zxingcpp.read_barcodes(image) if "QR" in str(one.format).upper())
    return read_code(code.text)


def cut_off(image: Image.Image, cut: Cut, n: int, dpi: int) -> Image.Image:
    """A piece of a sheet by itself, turned upright."""
    place = cut.grid.cells[n]
    left, top, right, bottom = (round(v * dpi / 25.4) for v in (place.x, place.y, place.right, place.bottom))
    return image.crop((left, top, right, bottom)).rotate(-90 if cut.turned else 0, expand=True)
