import TFLiteSchema

extension Interpreter {
  /// What is known of a tensor without its values.
  public struct TensorDetails: Equatable, Hashable, Sendable {
    /// Its position among the tensors of the main subgraph.
    public let index: Int
    /// Its name in the model.
    public let name: String
    /// The type of its elements; nil for handles of variables and tables.
    public let dataType: Tensor.DataType?
    /// Its shape: that in the file until the tensors are allocated, or until a run where only a run can tell.
    public let shape: Tensor.Shape
    /// How stored values map to real ones; nil for a tensor that is not quantized.
    public let quantizationParameters: QuantizationParameters?
    /// Whether its values are part of the model.
    public let isConstant: Bool
    /// Whether it keeps its values from one run to the next.
    public let isVariable: Bool
  }

  /// One operator of the main subgraph.
  public struct OperatorDetails: Equatable, Hashable, Sendable {
    /// Its position in the order of execution.
    public let index: Int
    /// The schema's name, such as `CONV_2D`, or that of a custom operator.
    public let name: String
    /// The version that the model asks for.
    public let version: Int
    /// The tensors that it reads; nil for an optional one that is left out.
    public let inputs: [Int?]
    /// The tensors that it writes.
    public let outputs: [Int]
  }

  /// All tensors of the main subgraph. During an asynchronous invocation, what was known of them before it.
  public var tensors: [TensorDetails] {
    main.graph.tensors.enumerated().map { index, tensor in
      TensorDetails(
        index: index, name: tensor.name, dataType: main.dataType(of: index),
        shape: Tensor.Shape(main.shape(of: index)),
        quantizationParameters: tensor.quantization.flatMap(QuantizationParameters.init),
        isConstant: main.isConstant(index), isVariable: tensor.isVariable)
    }
  }

  /// All operators of the main subgraph, in the order of execution.
  public var operators: [OperatorDetails] {
    main.graph.operators.enumerated().map { index, stored in
      let code = model.operatorCode(of: stored)
      return OperatorDetails(
        index: index, name: code.name, version: Int(code.version),
        inputs: stored.inputs.map { $0 < 0 ? nil : Int($0) }, outputs: stored.outputs.map { Int($0) })
    }
  }
}
