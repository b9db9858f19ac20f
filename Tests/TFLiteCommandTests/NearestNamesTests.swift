import Testing

@testable import TFLiteCommand

/// What somebody may have meant.
@Suite struct NearestNamesTests {
  private static let names = ["coco_ssd_mobilenet", "coco_ssd_mobilenet_metadata", "inat_bird", "vww_96"]

  @Test(
    arguments: [
      ("coco", ["coco_ssd_mobilenet", "coco_ssd_mobilenet_metadata"]), ("bird", ["inat_bird"]),
      ("COCO_SSD_MOBILENT", ["coco_ssd_mobilenet"]), ("vww96", ["vww_96"]),
      ("inat_brid", ["inat_bird"]), ("yolo", []), ("", []),
    ])
  func nearest(typed: String, expected: [String]) {
    #expect(NearestNames.of(typed, among: Self.names, limit: 2) == expected)
  }

  @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3), ("abc", "acb", 2), ("a", "", 1)])
  func distance(first: String, second: String, expected: Int) {
    #expect(NearestNames.distance(Array(first.utf8), Array(second.utf8)) == expected)
  }
}
