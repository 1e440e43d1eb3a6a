"""WebAssembly next to machine code: the same walk in Python and in JavaScript, compared ply by ply."""
