/// Lends these texts as C has them, all at once, in their order.
func withCStrings<Value>(
  _ texts: [String],
  _ body: ([UnsafePointer<CChar>]) -> Value
) -> Value {
  var starts: [Int] = []
  var characters: [CChar] = []
  for text in texts {
    starts.append(characters.count)
    characters.append(contentsOf: text.utf8CString)
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
