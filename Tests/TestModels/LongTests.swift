import Foundation

/// The tests that take long: `Scripts/test --full` runs them.
package enum LongTests {
  /// Whether they run too.
  package static let areIncluded = ProcessInfo.processInfo.environment["TFLITE_FULL_TESTS"] == "1"

  /// Of so many floats a function of one is tried: of each in a campaign, else of a quarter of them.
  ///
  /// Multiples of ``argumentStep``, modulo 2³², go through all floats before one comes again.
  package static let argumentCount = isCampaign ? 1 << 32 : 1 << 30
  package static let argumentStep: UInt32 = 0x9e37_79b1

  /// Of so many seeded pairs a function of two is tried: of more than 10⁹ in a campaign.
  package static let pairCount = isCampaign ? 1 << 30 : 1 << 26

  /// Whether those run that take hours.
  package static let isCampaign = ProcessInfo.processInfo.environment["TFLITE_CAMPAIGN"] == "1"
}
