import Foundation

extension ObjectDetector {
  /// Finds the objects in many pictures, several at a time; results come in the order of the pictures.
  ///
  /// Each picture is looked at for itself, whatever the mode of the detector: objects have no
  /// ``Object/trackingID``. Each core has models of its own, which share their weights; decoding, scaling and running go on
  /// side by side. A picture is taken when there is a place for it, twice as many as ``PictureResults`` works on at a time,
  /// so that memory is bounded however many pictures there are: name files as ``PictureFile``, which are decoded when
  /// their turn comes.
  ///
  /// ```swift
  /// let files = paths.map { PictureFile(path: $0) }
  /// for try await picture in detector.results(in: files) {
  ///   print(picture.image.path, try picture.objects.get().count)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - pictures: are taken as there is room for them.
  ///   - concurrency: how many are worked on at a time; nil stands for one on each core.
  /// - Returns: what was found, picture by picture. It throws what `pictures` throws, and what is wrong with a model, and
  ///   ends when the pictures end or the task is cancelled. A picture that cannot be worked on has its error as
  ///   ``PictureObjects/objects``; the next ones are worked on all the same.
  public func results<Pictures: AsyncSequence & Sendable>(
    in pictures: Pictures, concurrency: Int? = nil
  ) -> PictureResults<Pictures> where Pictures.Element: CompatibleImage {
    PictureResults(self, pictures, concurrency ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Finds the objects in many pictures that are there already, or named; see the function for sequences that wait.
  public func results<Pictures: Sequence & Sendable>(
    in pictures: Pictures, concurrency: Int? = nil
  ) -> PictureResults<ReadySequence<Pictures>> where Pictures.Element: CompatibleImage {
    results(in: ReadySequence(pictures), concurrency: concurrency)
  }
}

/// The objects of one picture of many.
public struct PictureObjects<Picture: CompatibleImage>: Sendable {
  /// The picture.
  public let image: Picture
  /// The objects, best first, or what was wrong with this picture.
  public let objects: Result<[Object], any Error>
}

/// The objects of many pictures, in their order; see `results(in:concurrency:)` of ``ObjectDetector``.
public struct PictureResults<Pictures: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Pictures.Element: CompatibleImage {
  private let work: OrderedWork<Pictures, ObjectFinder, [Object]>

  init(_ detector: ObjectDetector, _ pictures: Pictures, _ concurrency: Int) {
    work = OrderedWork(on: pictures) {
      WorkerPool(try detector.finders(count: Swift.max(1, concurrency)))
    } work: { picture, finder in
      try finder.objects(inSingle: picture)
    }
  }

  /// Begins to take pictures.
  public func makeAsyncIterator() -> Iterator { Iterator(work: work.makeAsyncIterator()) }

  /// Works on several pictures at a time. When it is gone, no further one is begun.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var work: OrderedWork<Pictures, ObjectFinder, [Object]>.Iterator

    /// The objects of the next picture; nil at the end.
    ///
    /// - Throws: what the pictures throw, or what is wrong with a model.
    public mutating func next() async throws -> PictureObjects<Pictures.Element>? {
      try await work.next().map { PictureObjects(image: $0.item, objects: $0.outcome) }
    }
  }
}
