"""How a flat print comes to lie in the scene: bent round a cylinder, turned, tilted, seen through a pinhole."""
import cv2
import numpy as np


class Projection:
    """Maps a print's pixels to the scene and back.

    A print coordinate in [-1, 1] along the bent axis lies at the angle u * bend on a cylinder and is seen at
    sin(u * bend) / sin(bend); seen from above or below, its other coordinate moves by sag * (cos(u * bend) - cos(bend)).
    """

    def __init__(self, rng, height, width, scale, askew=.38):
        """scale: pixels of the scene per pixel of the print, before tilting. askew: the share that is turned by any angle; the rest
        lies about upright, three quarters of it, or on a side."""
        self.height, self.width = height, width
        self.axis = int(rng.integers(0, 2))
        self.bend = rng.uniform(.15, 1.25) if rng.random() < .22 else 0.0
        self.sag = rng.uniform(-.35, .35)
        half = np.array([width, height]) * scale / 2
        if self.bend:
            half[self.axis] *= np.sin(self.bend) / self.bend
        square = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        quad = _posed(rng, square * half, askew)
        self.offset = np.zeros(2, np.float32)
        self.matrix = cv2.getPerspectiveTransform(square, quad.astype(np.float32))

    def enlarge(self, factor):
        """Lets the print appear larger, as it lies."""
        self.matrix = np.diag([factor, factor, 1]) @ self.matrix

    def forward(self, points):
        """Points of the print (N x 2, pixels) in the scene."""
        p = points / [self.width, self.height] * 2 - 1
        if self.bend:
            u = p[:, self.axis] * self.bend
            p = p.copy()
            p[:, self.axis] = np.sin(u) / np.sin(self.bend)
            p[:, 1 - self.axis] += self.sag * (np.cos(u) - np.cos(self.bend))
        return cv2.perspectiveTransform(p[None].astype(np.float64), self.matrix)[0] + self.offset

    def outline(self, corners, steps=12):
        """The border of a quadrilateral of the print, in the scene: bent sides need more than corners."""
        t = np.linspace(0, 1, steps, endpoint=False)[:, None]
        return self.forward(np.concatenate([a + (b - a) * t for a, b in zip(corners, np.roll(corners, -1, 0))]))

    def paste(self, canvas, picture, antialias):
        """Draws the print onto the scene, in place."""
        height, width = canvas.shape[:2]
        border = self.outline(np.float32([[0, 0], [self.width, 0], [self.width, self.height], [0, self.height]]))
        x0, y0 = np.maximum(np.floor(border.min(0)).astype(int) - 1, 0)
        x1, y1 = np.minimum(np.ceil(border.max(0)).astype(int) + 2, [width, height])
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        scale = np.sqrt(max(cv2.contourArea(border.astype(np.float32)), 1) / (self.height * self.width))
        if antialias and scale < .75:
            factor = max(scale * 1.1, .02, 1 / min(picture.shape[:2]))
            picture = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        x, y = np.meshgrid(np.arange(x0, x1, dtype=np.float32) + .5 - self.offset[0], np.arange(y0, y1, dtype=np.float32) + .5 - self.offset[1])
        m = np.linalg.inv(self.matrix).astype(np.float32)
        w = m[2, 0] * x + m[2, 1] * y + m[2, 2]
        p = [(m[0, 0] * x + m[0, 1] * y + m[0, 2]) / w, (m[1, 0] * x + m[1, 1] * y + m[1, 2]) / w]
        if self.bend:
            u = np.arcsin(np.clip(p[self.axis] * np.float32(np.sin(self.bend)), -1, 1))
            p[1 - self.axis] = p[1 - self.axis] - np.float32(self.sag) * (np.cos(u) - np.float32(np.cos(self.bend)))
            outside = np.abs(p[self.axis]) > 1
            p[self.axis] = np.where(outside, 9, u / np.float32(self.bend))
        ph, pw = picture.shape[:2]
        u, v = (p[0] + 1) * (pw / 2) - .5, (p[1] + 1) * (ph / 2) - .5
        drawn = cv2.remap(picture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        # Half a pixel of soft edge.
        cover = np.clip(np.minimum(np.minimum(u + 1, pw - u), np.minimum(v + 1, ph - v)), 0, 1)
        cover[w <= 0] = 0
        region = canvas[y0:y1, x0:x1]
        full = (cover >= 1).astype(np.uint8)
        edge = (cover > 0) & (full == 0)
        cv2.copyTo(drawn, full, region)
        if edge.any():
            c = cover[edge][:, None]
            region[edge] = (region[edge] * (1 - c) + drawn[edge] * c).astype(np.uint8)


def _posed(rng, points, askew):
    """Turned in the plane and tilted in space, centered on 0."""
    kind = rng.random() * .62 / (1 - askew)
    if kind < .45:
        turn = rng.normal(0, .12)
    elif kind < .62:
        turn = rng.normal(0, .1) + rng.integers(0, 4) * np.pi / 2
    else:
        turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    flat = points @ np.array([[c, s], [-s, c]])
    tilt = min(abs(rng.normal(0, .38)), 1.05)
    direction = rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(direction), np.sin(direction), 0])
    solid = np.concatenate([flat, np.zeros((len(flat), 1))], 1)
    solid = solid * np.cos(tilt) + np.cross(axis, solid) * np.sin(tilt) + axis * (solid @ axis)[:, None] * (1 - np.cos(tilt))
    distance = rng.uniform(2.2, 8) * np.abs(points).max()
    return solid[:, :2] * (distance / (distance + solid[:, 2:]))
