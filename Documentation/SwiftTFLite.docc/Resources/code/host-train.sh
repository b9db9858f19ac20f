cd Models/training
./train --short --only detector train convert
