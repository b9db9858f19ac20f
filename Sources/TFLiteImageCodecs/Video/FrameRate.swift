/// When the frames of a video are to be seen.
package enum FrameRate {
  /// The frames per second that anybody can mean: from one in eleven days to one in a microsecond.
  package static let possible = 1e-6...1e6

  /// A time that every duration can hold, in seconds: more would end the process.
  private static let longest = 1e18

  /// When a frame is to be seen, since the beginning of the video.
  ///
  /// - Parameters:
  ///   - number: the place among the frames, from 0.
  ///   - rate: frames per second. What would give no time, or none that a duration holds, gives the longest.
  package static func time(ofFrame number: Int, at rate: Double) -> Duration {
    let seconds = Double(number) / rate
    return .seconds(seconds < longest ? max(seconds, 0) : longest)
  }
}
