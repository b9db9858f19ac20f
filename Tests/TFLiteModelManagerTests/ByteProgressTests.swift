import Foundation
import Testing

@testable import TFLiteModelManager

/// What those who wait for a download see of it.
@Suite struct ByteProgressTests {
  /// Each attempt may find another server, or a server of bad will.
  @Test(arguments: [false, true]) func totalsThatChange(hasParent: Bool) {
    let progress = Progress(totalUnitCount: -1)
    let parent = Progress(totalUnitCount: 3)
    if hasParent { parent.addChild(progress, withPendingUnitCount: 2) }
    let bytes = ByteProgress()
    bytes.add(progress, UUID())
    for total in [597, 0, nil, 999_983, 1 << 32, 4_294_967_291, .max, .max - 1, 2, nil, 0, 7] {
      bytes.update(completed: 1, total: total)
      #expect(progress.totalUnitCount == Int64(total ?? -1) && !progress.isFinished)
    }
    bytes.finish(8)
    #expect(progress.totalUnitCount == 8 && progress.completedUnitCount == 8 && progress.isFinished)
    #expect(!hasParent || parent.completedUnitCount == 2)
  }
}
