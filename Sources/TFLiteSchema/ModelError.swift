import TFLiteFlatBuffers

/// Why a model could not be read, written or changed.
public enum ModelError: Error, Equatable, Sendable {
  // MARK: The file as a whole

  /// An error in the file with this name.
  indirect case inFile(String, ModelError)
  /// The file cannot be opened.
  case unreadable(FlatBufferError)
  /// The bytes do not have the identifier of a model, or of metadata.
  case wrongIdentifier(expected: String, found: String)
  /// The file is something else that is known, instead of a model.
  case otherFormat(String)
  /// The bytes of a field are no valid FlatBuffer.
  case malformed(field: String, FlatBufferError)
  /// A field holds a number that its enumeration, or its union, does not have.
  case unknownValue(field: String, enumeration: String, value: Int64)
  /// The model follows a version of the schema that is not version 3.
  case unsupportedVersion(UInt32)
  /// The model has no subgraph to run.
  case noSubgraphs
  /// A field holds an index into something that has fewer entries.
  case indexOutOfRange(field: String, index: Int64, count: Int, of: String)
  /// Data behind the FlatBuffer that is not in the file.
  case dataOutOfFile(field: String, offset: UInt64, size: UInt64, fileSize: Int)

  // MARK: Operators

  /// A custom operator without a name.
  case unnamedCustomOperator(operatorCode: Int)
  /// The options of an operator are those of another; `expected` is nil for operators that have none.
  case wrongOptions(OperatorReference, found: String, expected: String?)
  /// `mutating_variable_inputs` does not have a value for each input.
  case wrongMutatingInputs(OperatorReference, count: Int, inputs: Int)
  /// An operator reads a tensor that is no constant, no variable and no input of the subgraph, and that no operator
  /// before it writes.
  case inputNotProduced(OperatorReference, TensorReference)
  /// An operator writes a tensor that it also reads.
  case writesItsInput(OperatorReference, TensorReference)
  /// An operator writes a constant.
  case writesConstant(OperatorReference, TensorReference)
  /// An operator writes a variable. Variables change as inputs only.
  case writesVariable(OperatorReference, TensorReference)
  /// An operator writes an input of the subgraph.
  case writesSubgraphInput(OperatorReference, TensorReference)
  /// Two operators write the same tensor, or one writes it twice.
  case producedTwice(OperatorReference, TensorReference, firstProducer: Int)
  /// An output of a subgraph that nothing writes.
  case outputNotProduced(TensorReference)
  /// Subgraphs that call each other in a circle.
  case recursiveSubgraphs(OperatorReference, calledSubgraph: Int)

  // MARK: Tensors

  /// A negative size.
  case negativeDimension(TensorReference)
  /// More elements or bytes than can be counted.
  case shapeTooLarge(TensorReference)
  /// `shape_signature` does not describe the shape.
  case wrongShapeSignature(TensorReference, signature: [Int32])
  /// The data of a constant is longer or shorter than its shape and type say.
  case wrongDataSize(TensorReference, size: Int, expected: Int)
  /// Data that a tensor of this type cannot have.
  case invalidData(TensorReference, reason: String)
  /// The data of a constant is in another file, which is not read.
  case dataInOtherFile(TensorReference, file: String)
  /// Quantization parameters that have no meaning.
  case invalidQuantization(TensorReference, reason: String)
  /// A description of a sparse tensor that does not fit its shape or its data.
  case invalidSparsity(TensorReference, reason: String)

  // MARK: Signatures, metadata, packed files

  /// A signature that does not fit its subgraph.
  case invalidSignature(key: String, reason: String)
  /// What is packed behind the model is no valid archive.
  case invalidArchive(reason: String)
  /// A packed file that is compressed; the format asks for stored files.
  case compressedFile(name: String)
  /// The metadata mentions a packed file that is not there.
  case missingFile(name: String)
  /// A packed file that should be text is not UTF-8.
  case notText(file: String)

  // MARK: Changing and writing

  /// A range of operators that the subgraph does not have.
  case operatorsOutOfRange(Range<Int>, count: Int)
  /// A value in a union that is none of its members.
  case notAMember(field: String, type: String)
  /// The model does not fit the format.
  case unwritable(FlatBufferError)
}

extension ModelError: CustomStringConvertible {
  /// A sentence that says what is wrong, where, and what was expected.
  public var description: String {
    switch self {
    case .inFile(let file, let error):
      "\(file): \(error)"
    case .unreadable(let error):
      "\(error)"
    case .wrongIdentifier(let expected, let found):
      "the identifier at bytes 4 to 7 is '\(found)'; '\(expected)' is expected"
    case .otherFormat(let format):
      "this is \(format); a .tflite model is expected"
    case .malformed(let field, .outOfBounds(let what, let position, let size, let limit)):
      "\(field): \(FlatBufferError.outOfBounds(what: what, position: position, size: size, limit: limit)): "
        + "the file is cut off, or damaged"
    case .malformed(let field, let error):
      "\(field): \(error)"
    case .unknownValue(let field, let enumeration, let value):
      "\(field): \(value) is no \(enumeration)"
    case .unsupportedVersion(let version):
      "the model follows version \(version) of the schema; version 3 is expected"
    case .noSubgraphs:
      "the model has no subgraph"
    case .indexOutOfRange(let field, let index, let count, let entries):
      "\(field) is \(index), but the number of \(entries) is \(count)"
    case .dataOutOfFile(let field, let offset, let size, let fileSize):
      "\(field): \(size) bytes at byte \(offset) are not in the file, which has \(fileSize) bytes: "
        + "it is cut off, or damaged"
    case .unnamedCustomOperator(let operatorCode):
      "operator_codes[\(operatorCode)].custom_code: a custom operator needs a name"
    case .wrongOptions(let `operator`, let found, let expected):
      "\(`operator`) has \(found), but \(expected.map { "\($0) are" } ?? "no options are") expected"
    case .wrongMutatingInputs(let `operator`, let count, let inputs):
      "\(`operator`) has \(count) values of mutating_variable_inputs for \(inputs) inputs"
    case .inputNotProduced(let `operator`, let tensor):
      "\(`operator`) reads \(tensor), which is no constant, variable or input, and which no operator before it writes"
    case .writesItsInput(let `operator`, let tensor):
      "\(`operator`) writes \(tensor), which is also its input"
    case .writesConstant(let `operator`, let tensor):
      "\(`operator`) writes \(tensor), which is a constant"
    case .writesVariable(let `operator`, let tensor):
      "\(`operator`) writes \(tensor), which is a variable"
    case .writesSubgraphInput(let `operator`, let tensor):
      "\(`operator`) writes \(tensor), which is an input of the subgraph"
    case .producedTwice(let `operator`, let tensor, let first):
      "\(`operator`) writes \(tensor), which operator \(first) has written"
    case .outputNotProduced(let tensor):
      "\(tensor) is an output of the subgraph, but nothing writes it"
    case .recursiveSubgraphs(let `operator`, let called):
      "\(`operator`) calls subgraph \(called), which leads back to itself"
    case .negativeDimension(let tensor):
      "\(tensor) has a negative dimension"
    case .shapeTooLarge(let tensor):
      "\(tensor) has more bytes than can be counted"
    case .wrongShapeSignature(let tensor, let signature):
      "\(tensor) has the shape signature \(signature), which does not describe its shape"
    case .wrongDataSize(let tensor, let size, let expected):
      "\(tensor) has \(size) bytes of data; \(expected) are expected"
    case .invalidData(let tensor, let reason):
      "\(tensor): \(reason)"
    case .dataInOtherFile(let tensor, let file):
      "\(tensor) has its data in another file, '\(file)'; constants in other files are not read"
    case .invalidQuantization(let tensor, let reason):
      "quantization of \(tensor): \(reason)"
    case .invalidSparsity(let tensor, let reason):
      "sparsity of \(tensor): \(reason)"
    case .invalidSignature(let key, let reason):
      "signature '\(key)': \(reason)"
    case .invalidArchive(let reason):
      "the files packed behind the model: \(reason)"
    case .compressedFile(let name):
      "the packed file '\(name)' is compressed; files packed with a model are stored"
    case .missingFile(let name):
      "the metadata mentions the file '\(name)', which is not packed with the model"
    case .notText(let file):
      "the packed file '\(file)' is not UTF-8"
    case .operatorsOutOfRange(let range, let count):
      "there are no operators \(range.lowerBound) to \(range.upperBound) (exclusive): the subgraph has \(count)"
    case .notAMember(let field, let type):
      "\(field): \(type) cannot be stored there"
    case .unwritable(let error):
      "the model does not fit the format: \(error)"
    }
  }
}
