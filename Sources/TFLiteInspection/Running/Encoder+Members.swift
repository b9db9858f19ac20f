extension Encoder {
  /// Writes the members of a JSON object, each name beside its value.
  ///
  /// What is nil is written as null: a script can then tell it from a mistyped name.
  package func write(_ members: KeyValuePairs<String, (any Encodable)?>) throws {
    var container = container(keyedBy: Member.self)
    for (name, value) in members {
      let key = Member(stringValue: name)
      if let value { try container.encode(value, forKey: key) } else { try container.encodeNil(forKey: key) }
    }
  }
}

private struct Member: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}
