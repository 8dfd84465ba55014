internal import CLibgit2

extension Repository {
  /// Two versions of a text as one, line by line, as git merges them; nil where changes overlap.
  public func mergeTexts(
    _ ours: [UInt8],
    _ theirs: [UInt8],
    since base: [UInt8],
    keepingBoth: Bool = false
  ) throws(GitError) -> [UInt8]? {
    var result = unsafe git_merge_file_result()
    var options = unsafe git_merge_file_options()
    try check(unsafe git_merge_file_options_init(&options, UInt32(GIT_MERGE_FILE_OPTIONS_VERSION)))
    if keepingBoth { unsafe options.favor = GIT_MERGE_FILE_FAVOR_UNION }
    let status = unsafe base.withText { base in
      unsafe ours.withText { ours in
        unsafe theirs.withText { theirs in
          var (base, ours, theirs) = unsafe (base, ours, theirs)
          return unsafe git_merge_file(&result, &base, &ours, &theirs, &options)
        }
      }
    }
    try check(status)
    defer { unsafe git_merge_file_result_free(&result) }
    guard unsafe result.automergeable != 0 else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: result.ptr, count: result.len)
    return unsafe Array(bytes)
  }
}

extension [UInt8] {
  fileprivate func withText<Value>(_ body: (git_merge_file_input) -> Value) -> Value {
    unsafe withUnsafeBufferPointer { buffer in
      var input = unsafe git_merge_file_input()
      unsafe input.version = UInt32(GIT_MERGE_FILE_INPUT_VERSION)
      // An empty text has no bytes to point to, and libgit2 wants a pointer.
      let bytes = unsafe UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
      unsafe input.ptr = bytes
      unsafe input.size = buffer.count
      return unsafe body(input)
    }
  }
}
