extension CoarseCategories {
  /// The 80 classes of COCO. People, animals, vehicles, and what is found in streets belong to no category.
  public static let coco = CoarseCategories(
    Dictionary(uniqueKeysWithValues: cocoClasses.flatMap { category, names in names.map { ($0, category) } }))

  private static let cocoClasses: [ObjectCategory: [String]] = [
    .fashionGoods: ["backpack", "umbrella", "handbag", "tie", "suitcase"],
    .food: [
      "banana", "apple", "sandwich", "orange", "broccoli", "carrot", "hot dog", "pizza", "donut", "cake",
    ],
    .homeGoods: [
      "bench", "bottle", "wine glass", "cup", "fork", "knife", "spoon", "bowl", "chair", "couch", "bed",
      "dining table", "toilet", "tv", "laptop", "mouse", "remote", "keyboard", "cell phone", "microwave", "oven",
      "toaster", "sink", "refrigerator", "book", "clock", "vase", "scissors", "teddy bear", "hair drier", "toothbrush",
    ],
    .plants: ["potted plant"],
    .unknown: [
      "person", "bicycle", "car", "motorcycle", "airplane", "bus", "train", "truck", "boat", "traffic light",
      "fire hydrant", "stop sign", "parking meter", "bird", "cat", "dog", "horse", "sheep", "cow", "elephant", "bear",
      "zebra", "giraffe", "frisbee", "skis", "snowboard", "sports ball", "kite", "baseball bat", "baseball glove",
      "skateboard", "surfboard", "tennis racket",
    ],
  ]
}
