@testable import TFLiteVision

/// How well a tracker did, by the measures of the field.
///
/// - MOTA, misses, false positives and id switches: the CLEAR MOT measures (K. Bernardin and R. Stiefelhagen, "Evaluating
///   Multiple Object Tracking Performance: The CLEAR MOT Metrics", 2008). In each frame, pairs of the frame before stay
///   together while they overlap; the rest is paired anew. MOTA = 1 − (misses + false positives + switches) / objects.
/// - IDF1: E. Ristani, F. Solera, R. Zou, R. Cucchiara and C. Tomasi, "Performance Measures and a Data Set for
///   Multi-Target, Multi-Camera Tracking", 2016. True and reported identities are paired once for the whole sequence, so
///   that they agree in as many frames as possible: IDF1 = 2 · IDTP / (objects + reported).
///
/// Boxes agree where their intersection over union is at least 0.5.
struct TrackingScore: CustomStringConvertible {
  private(set) var objects = 0
  private(set) var reported = 0
  private(set) var misses = 0
  private(set) var falsePositives = 0
  private(set) var idSwitches = 0
  private(set) var identityTruePositives = 0

  var mota: Double { 1 - Double(misses + falsePositives + idSwitches) / Double(objects) }
  var idf1: Double { 2 * Double(identityTruePositives) / Double(objects + reported) }

  var description: String {
    func percent(_ value: Double) -> String { "\((value * 1000).rounded() / 10) %" }
    return "MOTA \(percent(mota)), IDF1 \(percent(idf1)), id switches \(idSwitches), "
      + "misses \(misses) and false positives \(falsePositives) of \(objects)"
  }

  private static let overlap = 0.5

  /// Compares the boxes of every frame, by identity.
  init(truth: [[Int: BoundingBox]], reported hypotheses: [[Int: BoundingBox]]) {
    var partners: [Int: Int] = [:]
    var lastPartner: [Int: Int] = [:]
    var agreements: [[Int]: Int] = [:]
    for (truth, hypotheses) in zip(truth, hypotheses) {
      objects += truth.count
      reported += hypotheses.count
      for (identity, box) in truth {
        for (id, other) in hypotheses where box.intersectionOverUnion(with: other) >= Self.overlap {
          agreements[[identity, id], default: 0] += 1
        }
      }
      partners = Self.pairs(truth, hypotheses, before: partners)
      for (identity, id) in partners {
        if let last = lastPartner[identity], last != id { idSwitches += 1 }
        lastPartner[identity] = id
      }
      misses += truth.count - partners.count
      falsePositives += hypotheses.count - partners.count
    }
    identityTruePositives = Self.largestAgreement(agreements)
  }

  private static func pairs(
    _ truth: [Int: BoundingBox], _ hypotheses: [Int: BoundingBox], before: [Int: Int]
  ) -> [Int: Int] {
    var result = before.filter { identity, id in
      guard let box = truth[identity], let other = hypotheses[id] else { return false }
      return box.intersectionOverUnion(with: other) >= overlap
    }
    let rest = truth.filter { result[$0.key] == nil }.sorted { $0.key < $1.key }
    let taken = Set(result.values)
    let free = hypotheses.filter { !taken.contains($0.key) }.sorted { $0.key < $1.key }
    let assignment = Assignment(rows: rest.count, columns: free.count, limit: 1 - overlap + 1e-9) { row, column in
      1 - rest[row].value.intersectionOverUnion(with: free[column].value)
    }
    for (row, column) in assignment.columns.enumerated() {
      if let column { result[rest[row].key] = free[column].key }
    }
    return result
  }

  /// The number of frames in which identities agree when each is paired with one.
  private static func largestAgreement(_ agreements: [[Int]: Int]) -> Int {
    let identities = Set(agreements.keys.map { $0[0] }).sorted()
    let ids = Set(agreements.keys.map { $0[1] }).sorted()
    func count(_ row: Int, _ column: Int) -> Int { agreements[[identities[row], ids[column]]] ?? 0 }
    let assignment = Assignment(rows: identities.count, columns: ids.count, limit: 0) { -Double(count($0, $1)) }
    return assignment.columns.enumerated().reduce(0) { sum, pair in sum + (pair.1.map { count(pair.0, $0) } ?? 0) }
  }
}
