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

extension ModelUpdate {
  /// Tells everybody how the download has ended.
  func post(_ outcome: RunningDownloads.Outcome) {
    var userInfo: [String: Any] = [ModelDownloadUserInfoKey.remoteModel.rawValue: model]
    switch outcome {
    case .success:
      NotificationCenter.default.post(name: .mlkitModelDownloadDidSucceed, object: nil, userInfo: userInfo)
    case .failure(let error):
      userInfo[ModelDownloadUserInfoKey.error.rawValue] = ModelManagerError.inModel(model.name, error)
      NotificationCenter.default.post(name: .mlkitModelDownloadDidFail, object: nil, userInfo: userInfo)
    }
  }
}
