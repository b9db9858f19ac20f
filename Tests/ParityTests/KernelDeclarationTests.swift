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
    var declarations: [KernelDeclaration] = []
    var undeclared: Set<String> = []
    var idle: Set<KernelTypes> = []
    for row in ParityRow.all where row.operatorName == name {
      for number in 0..<20 {
        let made = row.makeCase(number: number, seed: TestEnvironment.seed)
        guard let (prepared, context) = made.prepared(),
          let definition = OperatorRegistry.standard.definition(for: made.operatorCode)
        else { continue }
        if declarations.isEmpty {
          declarations = definition.kernels
          idle = Set(
            declarations.flatMap { declared in
              declared.types.map { KernelTypes(activation: $0, weights: declared.weights) }
            })
        }
        let kernel = RunningKernel(prepared.path, definition, inputs: context.inputs.map { $0?.type })
        if !declarations.contains(where: kernel.isDeclared) { undeclared.insert(kernel.description) }
        idle.remove(kernel.types)
      }
    }
    #expect(undeclared.isEmpty, "\(name) declares \(declarations), and runs \(undeclared.sorted())")
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
    let graph = model.subgraphs[0]
    for planned in try interpreter.plan.operators {
      let stored = graph.operators[planned.index]
      guard let path = planned.path,
        let definition = OperatorRegistry.standard.definition(for: model.operatorCode(of: stored))
      else { continue }
      let kernel = RunningKernel(
        path, definition, inputs: stored.inputs.map { $0 < 0 ? nil : graph.tensors[Int($0)].type })
      #expect(definition.kernels.contains(where: kernel.isDeclared), "operator \(planned.index) runs \(kernel)")
    }
  }
}

/// The types that kernels are chosen by.
private struct KernelTypes: Hashable, CustomStringConvertible {
  let activation: TensorType?
  /// Where it is another than the activations'.
  let weights: TensorType?

  var description: String { [activation, weights].compactMap(\.self).map { "\($0)" }.joined(separator: "×") }
}

/// What an operator has been prepared with.
private struct RunningKernel: CustomStringConvertible {
  let path: KernelPath
  let types: KernelTypes

  init(_ path: KernelPath, _ definition: any OperatorDefinition.Type, inputs: [TensorType?]) {
    func type(_ position: Int) -> TensorType? { position < inputs.count ? inputs[position] : nil }
    self.path = path
    let activation = type(definition.activation)
    let weights = definition.weights.flatMap(type)
    types = KernelTypes(activation: activation, weights: weights == activation ? nil : weights)
  }

  /// Operators with vector loops run plain ones where operands are no constants, for example.
  func isDeclared(_ declaration: KernelDeclaration) -> Bool {
    (declaration.path == path || declaration.path == .vector && path == .plain) && declaration.weights == types.weights
      && (declaration.types.isEmpty || types.activation.map(declaration.types.contains) ?? true)
  }

  var description: String { "\(types) \(path.rawValue)" }
}
