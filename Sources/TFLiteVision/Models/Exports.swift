// Options name models, and old code gets all of them with one import.
@_exported import TFLiteModelManager
