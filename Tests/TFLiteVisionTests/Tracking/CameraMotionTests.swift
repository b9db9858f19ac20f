import Testing

@testable import TFLiteVision

@Suite struct CameraMotionTests {
  private func pair(_ x: Double, _ y: Double, movedBy dx: Double, _ dy: Double) -> (BoundingBox, BoundingBox) {
    (BoundingBox(x: x, y: y, width: 20, height: 30), BoundingBox(x: x + dx - 1, y: y + dy - 2, width: 22, height: 34))
  }

  @Test func whatAllHaveInCommonIsTheCamera() {
    let motion = CameraMotion([pair(0, 0, movedBy: 7, -3), pair(50, 20, movedBy: 8, -3), pair(90, 0, movedBy: 7, -40)])
    #expect(motion.x == 7 && motion.y == -3)
  }

  @Test func objectsThatMoveOnTheirOwnAreNotTheCamera() {
    let motion = CameraMotion([pair(0, 0, movedBy: 9, 0), pair(50, 20, movedBy: 1, 8), pair(90, 0, movedBy: -8, -8)])
    #expect(motion.x == 0 && motion.y == 0)
  }

  @Test func twoObjectsAreNotEnough() {
    #expect(CameraMotion([pair(0, 0, movedBy: 7, 7), pair(50, 20, movedBy: 7, 7)]) == CameraMotion([]))
  }
}
