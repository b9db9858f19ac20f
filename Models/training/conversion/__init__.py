"""From trained networks to .tflite files with their companions."""
