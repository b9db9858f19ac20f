import TFLiteKernels

/// Workers that stop, between the pieces of a long operator's work, when the invocation shall end.
final class StoppableWorkers: Workers {
  private let workers: any Workers
  let stop: StopSignal
  let threadCount: Int
  let pieceCount: Int
  /// What the options say; nil for what suits most processors.
  private let chosenStepsPerLook: Int?

  init(_ workers: any Workers, stop: StopSignal, stepsPerLook: Int?) {
    self.workers = workers
    self.stop = stop
    threadCount = workers.threadCount
    pieceCount = 1
    chosenStepsPerLook = stepsPerLook
  }

  private init(_ whole: StoppableWorkers, pieceCount: Int) {
    workers = whole.workers
    stop = whole.stop
    threadCount = whole.threadCount
    self.pieceCount = pieceCount
    chosenStepsPerLook = whole.chosenStepsPerLook
  }

  /// The same for an operator of so many steps, as ``OperatorWork`` estimates them.
  func forOperator(of steps: Int, _ path: KernelPath) -> StoppableWorkers {
    let pieceCount = steps / (chosenStepsPerLook ?? Self.stepsPerPiece(path))
    return pieceCount > 1 ? StoppableWorkers(self, pieceCount: pieceCount) : self
  }

  /// The same in the calling thread alone.
  var serial: StoppableWorkers { StoppableWorkers(SerialWorkers(), stop: stop, stepsPerLook: chosenStepsPerLook) }

  /// Pieces of milliseconds, to leave room for steps that are tens of times as slow as most: exponentials, say.
  private static func stepsPerPiece(_ path: KernelPath) -> Int {
    switch path {
    case .vector: 1 << 26
    case .plain, .copy, .subgraph: 1 << 22
    }
  }

  var isStopped: Bool { stop.isRaised }

  var stepsPerLook: Int { chosenStepsPerLook ?? 1 << 22 }

  func run(chunkCount: Int, _ body: (Int) -> Void) {
    workers.run(chunkCount: chunkCount, body)
  }
}
