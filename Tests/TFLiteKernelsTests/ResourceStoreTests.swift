import TFLiteSchema
import Testing

@testable import TFLiteKernels

/// The state that operators share.
@Suite struct ResourceStoreTests {
  private struct Table: Resource {
    let keys: [Int64]
    var byteCount: Int { keys.count * 8 }
  }

  private func value(_ count: Int) -> TensorValue {
    TensorValue(type: .uint8, shape: [count], bytes: Array(repeating: 1, count: count))
  }

  @Test func eachNameOfAKindHasItsNumber() {
    let store = ResourceStore(byteLimit: 100)
    let number = store.number(of: TensorValue.self, named: "", "a")
    #expect(store.number(of: TensorValue.self, named: "", "a") == number)
    let others = [
      store.number(of: TensorValue.self, named: "a", ""), store.number(of: TensorValue.self, named: "", "b"),
      store.number(of: Table.self, named: "", "a"),
    ]
    #expect(Set(others + [number]).count == 4)
  }

  @Test func aResourceIsOfItsKind() {
    let store = ResourceStore(byteLimit: 100)
    let number = store.number(of: Table.self, named: "t")
    #expect(store.resource(number, as: Table.self) == nil)
    #expect(store.set(Table(keys: [1, 2]), number: number))
    #expect(store.resource(number, as: Table.self)?.keys == [1, 2])
    #expect(store.resource(number, as: TensorValue.self) == nil)
  }

  @Test func allTogetherStayWithinTheLimit() {
    let store = ResourceStore(byteLimit: 100)
    #expect(store.set(value(60), number: 0))
    #expect(store.set(Table(keys: [1, 2, 3, 4, 5]), number: 1))
    #expect(!store.set(value(1), number: 2))
    #expect(store.set(value(50), number: 0))
    #expect(store.set(value(10), number: 2))
    #expect(!store.set(value(51), number: 0))
    #expect(store.resource(0, as: TensorValue.self)?.byteCount == 50)
  }

  /// An operator that needs an interpreter says so where there is none.
  @Test func withoutAnInterpreter() throws {
    let prepare = try #require(OperatorRegistry.standard.prepare(for: OperatorCode(.stablehloComposite)))
    let context = OperatorContext(
      identity: OperatorIdentity(index: 3, name: "STABLEHLO_COMPOSITE"), version: 1,
      builtinOptions: StableHLOCompositeOptions(), customOptions: [], inputs: [], outputs: [])
    let error = #expect(throws: KernelError.self) { try prepare(context) }
    #expect("\(try #require(error))".contains("operator 3 STABLEHLO_COMPOSITE: calls subgraphs, for which it needs"))
  }
}
