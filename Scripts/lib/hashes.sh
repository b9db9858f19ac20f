# What OperatorHashRunner prints of what operators compute, without the kernels that do: these are others elsewhere.
hashes() { grep -v '^processor: ' | sed 's/, [^:]*: /: /'; }
