/// Lets only so many servers run at once; others wait.
///
/// Each server keeps a thread waiting for its sockets. Dispatch has 255 of them for the whole process: with as many servers
/// nothing else runs any more, transfers neither, and no test ends that would stop its server.
actor ServerPlaces {
  static let shared = ServerPlaces(count: 64)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  func take() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func giveBack() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
