/// How much room a download may take.
struct DiskAllowance: Sendable {
  /// For the file that comes, whatever its server announces.
  let downloadLimit: Int
  /// For all models together; nil sets no limit.
  let limit: Int?
  /// What the other files take, the model's older version among them, which stays until the new one is in place.
  let used: Int

  /// - Parameters:
  ///   - byteCount: what the file takes.
  ///   - url: where it comes from.
  /// - Throws: ``ModelManagerError/tooLarge(url:limit:)``, ``ModelManagerError/limitExceeded(byteCount:limit:)``.
  func check(_ byteCount: Int, from url: String) throws(ModelManagerError) {
    guard byteCount <= downloadLimit else { throw .tooLarge(url: url, limit: downloadLimit) }
    guard let limit else { return }
    let (sum, overflow) = used.addingReportingOverflow(byteCount)
    guard overflow || sum > limit else { return }
    throw .limitExceeded(byteCount: overflow ? .max : sum, limit: limit)
  }
}
