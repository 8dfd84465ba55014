/// Lends these texts as C has them, all at once, in their order.
func withCStrings<Value>(
  _ texts: [String],
  _ body: ([UnsafePointer<CChar>]) -> Value
) -> Value {
  unsafe withCStrings(texts.map { GitPath($0) }, body)
}

func withCStrings<Value>(
  _ paths: [GitPath],
  _ body: ([UnsafePointer<CChar>]) -> Value
) -> Value {
  var starts: [Int] = []
  var characters: [CChar] = []
  for path in paths {
    starts.append(characters.count)
    characters += path.cString
  }
  // One more, so that there is an address even for no text at all.
  characters.append(0)
  return unsafe characters.withUnsafeBufferPointer { buffer in
    guard let base = buffer.baseAddress else {
      preconditionFailure("an array with an element has an address")
    }
    return unsafe body(starts.map { unsafe base + $0 })
  }
}

extension GitPath {
  init(_ name: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var position = unsafe name
    while unsafe position.pointee != 0 {
      bytes.append(UInt8(bitPattern: unsafe position.pointee))
      unsafe position += 1
    }
    self.init(bytes: bytes)
  }

  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
}
