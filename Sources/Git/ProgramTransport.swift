internal import CLibgit2
internal import Glibc

/// What libgit2 calls a subtransport: the git protocol through the streams of a program.
///
/// The structure of C is the first in ours, so that a pointer to one is a pointer to the other.
@unsafe struct ProgramTransport {
  private var transport = git_smart_subtransport()
  private let conversation: Conversation
  private var child: Child?
  private var stream: UnsafeMutablePointer<ProgramStream>?

  /// Makes a transport of libgit2 that talks through the conversation's program.
  ///
  /// libgit2: <https://libgit2.org/docs/reference/main/sys/transport/git_transport_smart.html>
  static func make(
    _ transport: UnsafeMutablePointer<UnsafeMutablePointer<git_transport>?>?,
    for remote: OpaquePointer?,
    payload: UnsafeMutableRawPointer?
  ) -> Int32 {
    var definition = unsafe git_smart_subtransport_definition()
    unsafe definition.param = payload
    unsafe definition.callback = { made, _, payload in
      guard let made = unsafe made, let payload = unsafe payload else { return -1 }
      let pointer = UnsafeMutablePointer<ProgramTransport>.allocate(capacity: 1)
      unsafe pointer.initialize(to: ProgramTransport(Conversation.from(payload)))
      unsafe made.pointee = UnsafeMutableRawPointer(pointer)
        .assumingMemoryBound(to: git_smart_subtransport.self)
      return 0
    }
    return unsafe git_transport_smart(transport, remote, &definition)
  }

  private init(_ conversation: Conversation) {
    unsafe self.conversation = conversation
    unsafe transport.action = { stream, transport, _, service in
      guard let stream = unsafe stream, let this = unsafe ProgramTransport.from(transport) else {
        return -1
      }
      return unsafe this.pointee.act(service, into: stream, this)
    }
    unsafe transport.close = { transport in
      unsafe ProgramTransport.from(transport)?.pointee.close()
      return 0
    }
    unsafe transport.free = { transport in
      guard let this = unsafe ProgramTransport.from(transport) else { return }
      unsafe this.pointee.close()
      unsafe this.deinitialize(count: 1)
      unsafe this.deallocate()
    }
  }

  private static func from(
    _ pointer: UnsafeMutablePointer<git_smart_subtransport>?
  ) -> UnsafeMutablePointer<ProgramTransport>? {
    unsafe UnsafeMutableRawPointer(pointer)?.assumingMemoryBound(to: ProgramTransport.self)
  }

  /// Starts the program, or goes on with it: it hears question and answer on the same streams.
  private mutating func act(
    _ service: git_smart_service_t,
    into out: UnsafeMutablePointer<UnsafeMutablePointer<git_smart_subtransport_stream>?>,
    _ this: UnsafeMutablePointer<ProgramTransport>
  ) -> Int32 {
    if service == GIT_SERVICE_UPLOADPACK_LS || service == GIT_SERVICE_RECEIVEPACK_LS {
      do throws(GitError) {
        let child = try unsafe Child(
          conversation.command ?? [],
          over: conversation.network
        )
        unsafe self.child = child
        let made = UnsafeMutablePointer<ProgramStream>.allocate(capacity: 1)
        unsafe made.initialize(to: ProgramStream(conversation, child, of: this))
        unsafe stream = made
      } catch {
        return unsafe conversation.giveUp(error)
      }
    }
    guard let stream = unsafe stream else { return -1 }
    unsafe out.pointee = UnsafeMutableRawPointer(stream)
      .assumingMemoryBound(to: git_smart_subtransport_stream.self)
    return 0
  }

  /// Lets the program end: what it still does after a push are the hooks of the other side.
  private mutating func close() {
    guard let child = unsafe child else { return }
    unsafe self.child = nil
    guard unsafe conversation.failure == nil else { return }
    do {
      _ = try child.finish()
    } catch {
      // All that was asked for was answered, so that its end is not our business; it is killed.
    }
  }

  fileprivate mutating func forgetStream() {
    unsafe stream = nil
  }
}

/// The streams of the program, as libgit2 reads and writes them.
@unsafe private struct ProgramStream {
  private var stream = unsafe git_smart_subtransport_stream()
  private let conversation: Conversation
  private let child: Child
  private let transport: UnsafeMutablePointer<ProgramTransport>

  init(
    _ conversation: Conversation,
    _ child: Child,
    of transport: UnsafeMutablePointer<ProgramTransport>
  ) {
    unsafe self.conversation = conversation
    unsafe self.child = child
    unsafe self.transport = transport
    unsafe stream.subtransport = UnsafeMutableRawPointer(transport)
      .assumingMemoryBound(to: git_smart_subtransport.self)
    unsafe stream.read = { stream, buffer, size, count in
      guard let this = unsafe ProgramStream.from(stream), let count = unsafe count else {
        return -1
      }
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
      return unsafe this.pointee.read(into: buffer, count)
    }
    unsafe stream.write = { stream, bytes, size in
      guard let this = unsafe ProgramStream.from(stream) else { return -1 }
      return unsafe this.pointee.write(UnsafeRawBufferPointer(start: bytes, count: size))
    }
    unsafe stream.free = { stream in
      guard let this = unsafe ProgramStream.from(stream) else { return }
      unsafe this.pointee.transport.pointee.forgetStream()
      unsafe this.deinitialize(count: 1)
      unsafe this.deallocate()
    }
  }

  private static func from(
    _ pointer: UnsafeMutablePointer<git_smart_subtransport_stream>?
  ) -> UnsafeMutablePointer<ProgramStream>? {
    unsafe UnsafeMutableRawPointer(pointer)?.assumingMemoryBound(to: ProgramStream.self)
  }

  private func read(
    into buffer: UnsafeMutableRawBufferPointer,
    _ count: UnsafeMutablePointer<Int>
  ) -> Int32 {
    do throws(GitError) {
      unsafe count.pointee = try child.read(into: buffer)
      guard unsafe count.pointee == 0 else { return 0 }
      return unsafe conversation.giveUp(try reasonOfEnd())
    } catch {
      return unsafe conversation.giveUp(error)
    }
  }

  /// Tells the program something; when it has ended, what it said before is what counts, or the
  /// end itself, and reading will find either.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    do throws(GitError) {
      try unsafe child.write(bytes)
      return 0
    } catch {
      return unsafe error.kind == .remote(.disconnected) ? 0 : conversation.giveUp(error)
    }
  }

  /// Why the program has ended before its time, in its own words.
  private func reasonOfEnd() throws(GitError) -> GitError {
    let status = try unsafe child.finish()
    let words = unsafe child.errorText
    let name = unsafe conversation.command?.first ?? ""
    guard !words.isEmpty else {
      let failure: RemoteFailure = status == 127 ? .programMissing(name) : .disconnected
      return GitError(failure, "\(name) ended with status \(status) and said nothing")
    }
    return GitError(RemoteFailure(programsWords: words) ?? .disconnected, words)
  }
}
