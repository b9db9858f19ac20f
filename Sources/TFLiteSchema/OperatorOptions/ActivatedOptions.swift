/// Options of an operator that clamps its results, if it is told to.
package protocol ActivatedOptions: OperatorOptions {
  var fusedActivationFunction: ActivationFunctionType { get set }
}

extension Conv2DOptions: ActivatedOptions {}
extension DepthwiseConv2DOptions: ActivatedOptions {}
extension FullyConnectedOptions: ActivatedOptions {}
extension Pool2DOptions: ActivatedOptions {}
extension AddOptions: ActivatedOptions {}
extension SubOptions: ActivatedOptions {}
extension MulOptions: ActivatedOptions {}
extension DivOptions: ActivatedOptions {}
