/// A border around height and width of an NHWC tensor, in elements.
public struct SpatialPadding: Equatable, Sendable {
  let top: Int
  let bottom: Int
  let left: Int
  let right: Int
}
