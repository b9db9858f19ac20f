import TFLiteModelManager

extension ModelManager.Configuration {
  /// Waits for a ``ModelServer`` however long it takes: it shares its threads with all tests, of which some keep them busy for
  /// long.
  package mutating func waitForBusyServers() {
    stallTimeout = .seconds(600)
    patience = .seconds(600)
    slownessTimeout = .seconds(600)
  }
}
