/// How much room a download may take.
struct DiskAllowance: Sendable {
  /// For all models together; nil sets no limit.
  let limit: Int?
  /// What the other files take, the model's older version among them, which stays until the new one is in place.
  let used: Int

  /// - Throws: ``ModelManagerError/limitExceeded(byteCount:limit:)``.
  func check(_ byteCount: Int) throws(ModelManagerError) {
    guard let limit else { return }
    let (sum, overflow) = used.addingReportingOverflow(byteCount)
    guard overflow || sum > limit else { return }
    throw .limitExceeded(byteCount: overflow ? .max : sum, limit: limit)
  }
}
