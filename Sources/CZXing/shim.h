// Only the flags that pkg-config gives are needed: zxing-cpp is used by CTFLiteCodeReader, in C++.
