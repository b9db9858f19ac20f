/// What a tensor of type RESOURCE stands for: state that operators of a model share, and that outlives an invocation.
package protocol Resource: Sendable {
  /// The bytes that count against the interpreter's memory limit.
  var byteCount: Int { get }
}

/// The resources of one interpreter, by number. A tensor of type RESOURCE holds the number of one.
///
/// A new kind of state is a type that conforms to ``Resource``, with a file for each of its operators:
///
/// 1. The operator that makes the handle (VAR_HANDLE, HASHTABLE) asks for the number of its name when it is prepared
///    (``number(of:named:)``), and writes it in a run. It is a `TotalOperator`.
/// 2. An operator that changes the state reads the number in a run, `call.input(0, as: Int64.self).pointee`, and stores
///    the changed resource (``set(_:number:)``). One that only looks asks for it (``resource(_:as:)``). Both are a
///    `ThrowingOperator`: a handle may stand for nothing yet, or for something else.
/// 3. Both say `isPure` false: what they compute does not follow from their inputs alone, so that they are never folded
///    into constants.
/// 4. Where the state decides a shape, the operator throws `valuesUnknown` in the ``PreparationPhase/allocation`` phase and
///    reads the state in the ``PreparationPhase/run`` phase, as READ_VARIABLE does.
///
/// `VarHandle.swift`, `AssignVariable.swift` and `ReadVariable.swift` are the example. Only one thread at a time uses a
/// store: the interpreter's operators run one after the other.
package final class ResourceStore: @unchecked Sendable {
  private struct Name: Hashable {
    let kind: ObjectIdentifier
    let parts: [String]
  }

  private var numbers: [Name: Int64] = [:]
  private var resources: [Int64: any Resource] = [:]
  /// The most bytes that all resources together may take.
  let byteLimit: Int
  /// What the elements of tensors of type STRING stand for.
  package let strings: StringPool

  /// - Parameter byteLimit: the most bytes that all resources together may take, and as many again all strings.
  package init(byteLimit: Int) {
    self.byteLimit = byteLimit
    strings = StringPool(byteLimit: byteLimit)
  }

  /// The number of a resource with a name, which is new where no operator has named it before.
  func number<Kind: Resource>(of kind: Kind.Type, named parts: String...) -> Int64 {
    let name = Name(kind: ObjectIdentifier(kind), parts: parts)
    if let number = numbers[name] { return number }
    let number = Int64(numbers.count)
    numbers[name] = number
    return number
  }

  /// The resource with a number; nil where none has been stored, or one of another kind.
  func resource<Kind: Resource>(_ number: Int64, as kind: Kind.Type = Kind.self) -> Kind? {
    resources[number] as? Kind
  }

  /// Stores a resource in place of what had its number before.
  ///
  /// - Returns: false where all resources together would exceed the memory limit.
  func set(_ resource: some Resource, number: Int64) -> Bool {
    let others = resources.reduce(0) { $1.key == number ? $0 : $0 + $1.value.byteCount }
    guard others <= byteLimit, resource.byteCount <= byteLimit - others else { return false }
    resources[number] = resource
    return true
  }

  /// Forgets the strings that neither variables nor the given elements of tensors hold.
  package func collectStrings(keeping elements: Set<Int64>) {
    var kept = elements
    for case let value as TensorValue in resources.values where value.type == .string {
      value.bytes.withUnsafeBytes { kept.formUnion($0.stringNumbers) }
    }
    strings.collect(keeping: kept)
  }
}

extension OperatorContext {
  /// The state that operators of the model share.
  ///
  /// - Throws: ``KernelError/operands(_:_:)`` where the operator is prepared outside of an interpreter.
  func requireResources() throws(KernelError) -> ResourceStore {
    guard let resources else { throw .operands(identity, "works on resources, for which it needs an interpreter") }
    return resources
  }

  /// What the elements of tensors of type STRING stand for.
  ///
  /// - Throws: ``KernelError/operands(_:_:)`` where the operator is prepared outside of an interpreter.
  func requireStrings() throws(KernelError) -> StringPool { try requireResources().strings }

  /// Checks that a tensor holds the number of one resource.
  func requireHandle(_ tensor: TensorDescriptor) throws(KernelError) {
    try require(tensor, type: .resource)
    guard tensor.elementCount == 1 else {
      throw .shape(identity, tensor.identity, found: tensor.shape, expected: "one element, for one variable or table")
    }
  }
}
