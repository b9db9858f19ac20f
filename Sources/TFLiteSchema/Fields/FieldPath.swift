/// Where in a file a visitor is: `subgraphs[0].operators[3].inputs`.
///
/// One object serves a whole visit, so that keeping track costs no copies. What was pushed is not popped when an error
/// is thrown: the error has taken the path along.
final class FieldPath {
  enum Component {
    case field(StaticString)
    case element(Int)
  }

  private var components: [Component] = []

  func push(_ component: Component) { components.append(component) }

  func pop() { components.removeLast() }

  /// The path of the field `name` of the table that the visitor is in.
  func appending(_ name: StaticString) -> String {
    var text = ""
    for component in components {
      switch component {
      case .field(let name): text += text.isEmpty ? "\(name)" : ".\(name)"
      case .element(let index): text += "[\(index)]"
      }
    }
    return text.isEmpty ? "\(name)" : "\(text).\(name)"
  }
}
