import Foundation

extension Notification.Name {
  /// A model has been downloaded, or was the newest already.
  ///
  /// `userInfo` holds the model under ``ModelDownloadUserInfoKey/remoteModel``.
  public static let mlkitModelDownloadDidSucceed = Notification.Name("ModelDownloadDidSucceed")

  /// A model could not be downloaded.
  ///
  /// `userInfo` holds the model and the error under the keys of ``ModelDownloadUserInfoKey``.
  public static let mlkitModelDownloadDidFail = Notification.Name("ModelDownloadDidFail")

  /// The older name of ``mlkitModelDownloadDidSucceed``: it is the same notification.
  public static let firebaseMLModelDownloadDidSucceed = mlkitModelDownloadDidSucceed

  /// The older name of ``mlkitModelDownloadDidFail``: it is the same notification.
  public static let firebaseMLModelDownloadDidFail = mlkitModelDownloadDidFail
}

/// What notifications about downloads carry.
public enum ModelDownloadUserInfoKey: String, Sendable {
  /// The ``RemoteModel``.
  case remoteModel = "remoteModel"
  /// The ``ModelManagerError``.
  case error = "error"
}

extension ProgressUserInfoKey {
  /// The ``ModelManagerError`` with which a download has ended.
  public static let modelDownloadError = ProgressUserInfoKey("ModelDownloadError")
}

extension Progress {
  /// Ends as a download does that has failed.
  func fail(_ error: ModelManagerError) {
    totalUnitCount = -1
    completedUnitCount = 0
    setUserInfoObject(error, forKey: .modelDownloadError)
    if !isCancelled { cancel() }
  }
}

extension RunningDownloads.Outcome {
  /// Tells everybody how the download of a model has ended.
  func post(about model: any RemoteModel) {
    var userInfo: [String: Any] = [ModelDownloadUserInfoKey.remoteModel.rawValue: model]
    switch self {
    case .success:
      NotificationCenter.default.post(name: .mlkitModelDownloadDidSucceed, object: nil, userInfo: userInfo)
    case .failure(let error):
      userInfo[ModelDownloadUserInfoKey.error.rawValue] = ModelManagerError.inModel(model.name, error)
      NotificationCenter.default.post(name: .mlkitModelDownloadDidFail, object: nil, userInfo: userInfo)
    }
  }
}
