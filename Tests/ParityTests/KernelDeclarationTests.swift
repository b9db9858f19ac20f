import TFLite
import TFLiteKernels
import TFLiteSchema
import TestModels
import Testing

/// What operators say of their kernels is what they are prepared with.
@Suite struct KernelDeclarationTests {
  private static let operatorNames = Set(ParityRow.all.map(\.operatorName)).sorted()

  /// The generated models of the parity rows, a few of each: every kernel that runs is declared, and every type that is
  /// declared runs.
  @Test(arguments: operatorNames)
  func kernelsOfGeneratedModels(name: String) throws {
    let registry = OperatorRegistry.standard
    let declared = try #require(registry.kernels.first { $0.operatorName == name }).kernels
    var undeclared: Set<String> = []
    var idle = Set(
      declared.flatMap { kernel in kernel.types.map { KernelTypes(activation: $0, weights: kernel.weights) } })
    for row in ParityRow.all where row.operatorName == name {
      for number in 0..<20 {
        let made = row.makeCase(number: number, seed: TestEnvironment.seed)
        guard let (prepared, context) = made.prepared() else { continue }
        let kernelName = registry.kernelName(prepared.path, of: made.operatorCode, context)
        let types = KernelTypes(kernelName)
        if !declared.contains(where: { $0.covers(prepared.path, types) }) { undeclared.insert(kernelName) }
        idle.remove(types)
      }
    }
    #expect(undeclared.isEmpty, "\(name) declares \(declared), and runs \(undeclared.sorted())")
    // Some types that are taken have no row, for reasons that are listed.
    guard !UnprovenTypes.all.contains(where: { $0.operators.contains(name) }) else { return }
    #expect(idle.isEmpty, "\(name) declares what none of its parity rows has: \(idle.map(\.description).sorted())")
  }

  /// Real models: constants, shapes and fusion are those that converters write.
  @Test(
    .enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"),
    arguments: Zoo.runnable.map(\.file))
  func kernelsOfTheZoo(path: String) throws {
    let model = try Model(contentsOfFile: Zoo.model(path))
    let interpreter = try Interpreter(model: model)
    try interpreter.allocate()
    for planned in try interpreter.plan.operators {
      let code = model.operatorCode(of: model.subgraphs[0].operators[planned.index])
      guard let path = planned.path, let kernelName = planned.kernel,
        let definition = OperatorRegistry.standard.definition(for: code)
      else { continue }
      #expect(
        definition.kernels.contains { $0.covers(path, KernelTypes(kernelName)) },
        "operator \(planned.index) \(planned.name) declares \(definition.kernels), and runs \(kernelName)")
    }
  }
}

/// The types that kernels are chosen by.
private struct KernelTypes: Hashable, CustomStringConvertible {
  let activation: TensorType?
  /// Where it is another than the activations'.
  let weights: TensorType?

  var description: String { [activation, weights].compactMap(\.self).map(\.schemaName).joined(separator: "×") }
}

extension KernelTypes {
  /// Those in the name of a kernel: `conv2D float32×int8 plain`, `quantize float32→int8 plain`, `callOnce subgraph`.
  init(_ kernelName: String) {
    let inputs = kernelName.split(separator: " ")[1].prefix { $0 != "→" }.split(separator: "×")
    let types = inputs.compactMap { name in TensorType.allCases.first { $0.schemaName.lowercased() == name } }
    self.init(activation: types.first, weights: types.count > 1 ? types[1] : nil)
  }
}

extension KernelDeclaration {
  /// Whether this is the kernel of some types. Operators with vector loops run plain ones where operands are no constants,
  /// for example.
  fileprivate func covers(_ running: KernelPath, _ chosen: KernelTypes) -> Bool {
    (path == running || path == .vector && running == .plain) && weights == chosen.weights
      && (types.isEmpty || chosen.activation.map(types.contains) ?? true)
  }
}
