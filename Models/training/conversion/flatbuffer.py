"""Reading, changing and writing .tflite files through the schema's object interface."""
from pathlib import Path

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

Type, Code, Options = schema.TensorType, schema.BuiltinOperator, schema.BuiltinOptions


def read(path):
    raw = Path(path).read_bytes()
    model = schema.ModelT.InitFromObj(schema.Model.GetRootAs(raw, 0))
    # The quantizer keeps weights behind the flatbuffer, where the object interface would lose them.
    for buffer in model.buffers:
        if buffer.offset and buffer.offset > 1:
            buffer.data = np.frombuffer(raw, np.uint8, buffer.size, buffer.offset)
            buffer.offset = buffer.size = 0
    return model


def write(model, path):
    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(model.Pack(builder), file_identifier=b"TFL3")
    Path(path).write_bytes(builder.Output())


def code(model, operator):
    entry = model.operatorCodes[operator.opcodeIndex]
    return max(entry.builtinCode, entry.deprecatedBuiltinCode)


def add_tensor(model, name, shape, type, scale=None, zero_point=0, data=None):
    """Adds a tensor to the first subgraph and returns its index."""
    tensor = schema.TensorT()
    tensor.name, tensor.shape, tensor.type, tensor.buffer = name, np.int32(shape), type, 0
    if data is not None:
        buffer = schema.BufferT()
        buffer.data = np.frombuffer(np.ascontiguousarray(data).tobytes(), np.uint8)
        model.buffers.append(buffer)
        tensor.buffer = len(model.buffers) - 1
    if scale is not None:
        tensor.quantization = schema.QuantizationParametersT()
        tensor.quantization.scale, tensor.quantization.zeroPoint = np.float32([scale]), np.int64([zero_point])
    model.subgraphs[0].tensors.append(tensor)
    return len(model.subgraphs[0].tensors) - 1


def operator(model, number, inputs, outputs, options_type=0, options=None, custom=None, custom_options=None):
    """A new operator, which is not yet in the graph."""
    entry = schema.OperatorCodeT()
    entry.builtinCode, entry.deprecatedBuiltinCode, entry.version, entry.customCode = number, min(number, 127), 1, custom
    model.operatorCodes.append(entry)
    result = schema.OperatorT()
    result.opcodeIndex = len(model.operatorCodes) - 1
    result.inputs, result.outputs = np.int32(inputs), np.int32(outputs)
    result.builtinOptionsType, result.builtinOptions = options_type, options
    if custom_options is not None:
        result.customOptions, result.customOptionsFormat = np.frombuffer(custom_options, np.uint8), 0
    return result


def take_bytes(model, name="image"):
    """Lets the model take uint8 pictures: a QUANTIZE in front, which subtracts 128."""
    graph = model.subgraphs[0]
    inner = int(graph.inputs[0])
    tensor = graph.tensors[inner]
    scale, zero_point = float(tensor.quantization.scale[0]), int(tensor.quantization.zeroPoint[0])
    outer = add_tensor(model, name, tensor.shape, Type.UINT8, scale, zero_point + 128)
    graph.operators.insert(0, operator(model, Code.QUANTIZE, [outer], [inner], Options.QuantizeOptions, schema.QuantizeOptionsT()))
    graph.inputs = np.int32([outer])


def give_bytes(model, name):
    """Lets the model give its only output, int8, as uint8: a QUANTIZE at the end, which adds 128."""
    graph = model.subgraphs[0]
    inner = int(graph.outputs[0])
    tensor = graph.tensors[inner]
    scale, zero_point = float(tensor.quantization.scale[0]), int(tensor.quantization.zeroPoint[0])
    outer = add_tensor(model, name, tensor.shape, Type.UINT8, scale, zero_point + 128)
    graph.operators.append(operator(model, Code.QUANTIZE, [inner], [outer], Options.QuantizeOptions, schema.QuantizeOptionsT()))
    graph.outputs = np.int32([outer])


def fold_requantization(model):
    """Removes QUANTIZE operators between a convolution and a CONCATENATION.

    Bias and weights of a convolution do not depend on the scale of its output: it can write in the scale of the concatenation.
    """
    graph = model.subgraphs[0]
    producer = {int(t): o for o in graph.operators for t in o.outputs}
    removed = set()
    for concatenation in [o for o in graph.operators if code(model, o) == Code.CONCATENATION]:
        concatenation.inputs = np.array(concatenation.inputs)
        for slot, tensor in enumerate(concatenation.inputs.tolist()):
            requantize = producer[tensor]
            if code(model, requantize) != Code.QUANTIZE:
                continue
            chain = [int(requantize.inputs[0])]
            while code(model, producer[chain[-1]]) == Code.RESHAPE:
                chain.append(int(producer[chain[-1]].inputs[0]))
            if code(model, producer[chain[-1]]) != Code.CONV_2D:
                continue
            for link in chain:
                graph.tensors[link].quantization = graph.tensors[tensor].quantization
            concatenation.inputs[slot] = chain[0]
            removed.add(id(requantize))
    graph.operators = [o for o in graph.operators if id(o) not in removed]


def tidy(model, description):
    """Short names, no unused tensors and operator codes, equal constants once, nothing of the converter's own records."""
    model.signatureDefs = model.metadata = None
    model.description = description
    graph = model.subgraphs[0]
    graph.name = "main"
    _keep_used_tensors(graph)
    _share_buffers(model)
    _share_operator_codes(model)
    for index, tensor in enumerate(graph.tensors):
        name = tensor.name.decode() if isinstance(tensor.name, bytes) else tensor.name
        tensor.name = name if len(name) <= 40 else f"t{index}"


def _keep_used_tensors(graph):
    used = {int(t) for o in graph.operators for t in [*o.inputs, *o.outputs]} | {int(t) for t in [*graph.inputs, *graph.outputs]}
    used = sorted(used - {-1})
    place = {-1: -1} | {old: new for new, old in enumerate(used)}
    graph.tensors = [graph.tensors[t] for t in used]
    moved = lambda indices: np.int32([place[int(t)] for t in indices])
    for o in graph.operators:
        o.inputs, o.outputs = moved(o.inputs), moved(o.outputs)
    graph.inputs, graph.outputs = moved(graph.inputs), moved(graph.outputs)


def _share_buffers(model):
    kept, places = [schema.BufferT()], {}
    for tensor in model.subgraphs[0].tensors:
        data = model.buffers[tensor.buffer].data
        if data is None or len(data) == 0:
            tensor.buffer = 0
            continue
        content = bytes(bytearray(data))
        if content not in places:
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(content, np.uint8)
            places[content] = len(kept)
            kept.append(buffer)
        tensor.buffer = places[content]
    model.buffers = kept


def _share_operator_codes(model):
    kept, places = [], {}
    for o in model.subgraphs[0].operators:
        entry = model.operatorCodes[o.opcodeIndex]
        key = code(model, o), entry.customCode, entry.version
        if key not in places:
            places[key] = len(kept)
            kept.append(entry)
        o.opcodeIndex = places[key]
    model.operatorCodes = kept
