import TFLiteFlatBuffers

/// How a dimension of a sparse tensor is stored.
public enum DimensionType: Int8, SchemaEnum {
  /// Every coordinate is present.
  case dense = 0
  /// Only the coordinates listed in the index vectors are present.
  case sparseCsr = 1

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "DENSE", "SPARSE_CSR",
  ]
}

/// How LSH_PROJECTION packs its hash bits.
public enum LSHProjectionType: Int8, SchemaEnum {
  /// Not stated.
  case unknown = 0
  /// One value per hash function.
  case sparse = 1
  /// One bit per element.
  case dense = 2

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "UNKNOWN", "SPARSE", "DENSE",
  ]
}

/// The order in which the weights of FULLY_CONNECTED are stored.
public enum FullyConnectedOptionsWeightsFormat: Int8, SchemaEnum {
  /// Rows of weights, one per output.
  case `default` = 0
  /// Blocks of 4 rows by 16 columns of 8-bit weights.
  case shuffled4x16Int8 = 1

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "DEFAULT", "SHUFFLED4x16INT8",
  ]
}

/// Which LSTM cell an operator computes.
public enum LSTMKernelType: Int8, SchemaEnum {
  /// The cell with optional peephole connections and projection.
  case full = 0
  /// The basic cell, whose gates share one weight tensor.
  case basic = 1

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "FULL", "BASIC",
  ]
}

/// How EMBEDDING_LOOKUP_SPARSE combines the embeddings of one row.
public enum CombinerType: Int8, SchemaEnum {
  /// Their weighted sum.
  case sum = 0
  /// The weighted sum divided by the sum of the weights.
  case mean = 1
  /// The weighted sum divided by the root of the sum of the squared weights.
  case sqrtn = 2

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "SUM", "MEAN", "SQRTN",
  ]
}

/// Whether MIRROR_PAD repeats the border element.
public enum MirrorPadMode: Int8, SchemaEnum {
  /// The border element is not repeated.
  case reflect = 0
  /// The border element is repeated.
  case symmetric = 1

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "REFLECT", "SYMMETRIC",
  ]
}

/// The encoding of the options of a custom operator.
public enum CustomOptionsFormat: Int8, SchemaEnum {
  /// A FlexBuffers value, by convention; custom operators may store anything.
  case flexbuffers = 0

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "FLEXBUFFERS"
  ]
}

/// The precision asked of a StableHLO product.
public enum StablehloPrecisionConfig: UInt32, SchemaEnum {
  /// The fastest.
  case `default` = 0
  /// Slower and more precise.
  case high = 1
  /// The most precise.
  case highest = 2

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "DEFAULT", "HIGH", "HIGHEST",
  ]
}

/// The relation tested by STABLEHLO_COMPARE.
public enum StablehloComparisonDirection: UInt32, SchemaEnum {
  /// Equal.
  case eq = 0
  /// Not equal.
  case ne = 1
  /// Greater or equal.
  case ge = 2
  /// Greater.
  case gt = 3
  /// Less or equal.
  case le = 4
  /// Less.
  case lt = 5

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "STABLEHLO_COMPARISON_DIRECTION_EQ", "STABLEHLO_COMPARISON_DIRECTION_NE",
    "STABLEHLO_COMPARISON_DIRECTION_GE", "STABLEHLO_COMPARISON_DIRECTION_GT",
    "STABLEHLO_COMPARISON_DIRECTION_LE", "STABLEHLO_COMPARISON_DIRECTION_LT",
  ]
}

/// How STABLEHLO_COMPARE reads its operands.
public enum StablehloComparisonType: UInt32, SchemaEnum {
  /// As their element type says.
  case noType = 0
  /// As floating point, where NaN is unordered.
  case float = 1
  /// As floating point in IEEE 754 total order.
  case floatTotalOrder = 2
  /// As signed integers.
  case signed = 3
  /// As unsigned integers.
  case unsigned = 4

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "STABLEHLO_COMPARISON_TYPE_NOTYPE", "STABLEHLO_COMPARISON_TYPE_FLOAT",
    "STABLEHLO_COMPARISON_TYPE_FLOAT_TOTAL_ORDER", "STABLEHLO_COMPARISON_TYPE_SIGNED",
    "STABLEHLO_COMPARISON_TYPE_UNSIGNED",
  ]
}

/// The generator of STABLEHLO_RNG_BIT_GENERATOR.
public enum RngAlgorithm: Int8, SchemaEnum {
  /// The system's choice.
  case `default` = 0
  /// Philox.
  case philox = 1
  /// ThreeFry.
  case threefry = 2

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "DEFAULT", "PHILOX", "THREEFRY",
  ]
}

/// The reduction of REDUCE_WINDOW.
public enum ReduceWindowFunction: Int32, SchemaEnum {
  /// None.
  case unsupported = 0
  /// Sum.
  case add = 1
  /// Product.
  case mul = 2
  /// Minimum.
  case minimum = 3
  /// Maximum.
  case maximum = 4
  /// Logical and.
  case all = 5
  /// Logical or.
  case any = 6

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "UNSUPPORTED", "ADD", "MUL", "MINIMUM", "MAXIMUM", "ALL", "ANY",
  ]
}
