import TFLiteFlatBuffers
import TFLiteSchema
import Testing

@testable import TFLiteCommand
@testable import TFLiteInspection

/// What `tflite run` prints of an output.
@Suite struct OutputListingTests {
  private func lines(_ values: TensorValues, scale: Float? = nil) -> [String] {
    let info = TensorInfo {
      $0.name = "scores"
      $0.quantization = scale.map { scale in
        Quantization {
          $0.scale = [scale]
          $0.zeroPoint = [1]
        }
      }
    }
    return OutputListing(values, info, position: 1).lines
  }

  @Test func theGreatestOfMany() throws {
    let values = try TensorValues(type: .uint8, shape: [10], bytes: [1, 9, 3, 9, 5, 6, 7, 8, 2, 0])
    #expect(
      lines(values, scale: 0.5) == [
        "output1  scores  UINT8 [10]", "  from -0.5 to 4.0",
        "  the greatest: [1] 4.0, [3] 4.0, [7] 3.5, [6] 3.0, [5] 2.5, [4] 2.0, [2] 1.0, [8] 0.5",
      ])
  }

  @Test func whatIsNoNumber() throws {
    let notANumber = try TensorValues(type: .float32, shape: [1], bytes: [0, 0, 0xC0, 0x7F])
    #expect(lines(notANumber) == ["output1  scores  FLOAT32 [1]", "  no finite value"])
    let nothing = try TensorValues(type: .int4, shape: [0, 3], bytes: [])
    #expect(lines(nothing) == ["output1  scores  INT4 [0, 3]", "  no elements"])
  }

  @Test func theFirstStrings() throws {
    func strings(_ count: Int) throws -> TensorValues {
      try TensorValues(strings: (0..<count).map { ByteSlice(Array("text \($0)\n".utf8)) }, shape: [count])
    }
    let shown = (0..<8).map { "  [\($0)] \"text \($0)\\n\"" }
    #expect(try lines(strings(9)) == ["output1  scores  STRING [9]"] + shown + ["  … 9 in all"])
    #expect(try lines(strings(8)) == ["output1  scores  STRING [8]"] + shown)
    #expect(try lines(strings(0)) == ["output1  scores  STRING [0]", "  no elements"])
  }
}
