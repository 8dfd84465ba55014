import Git
import TestSupport
import Testing

@Suite(.gitServers) struct CertificateTests {
  @Test func `git refuses an untrusted certificate`() throws {
    let error = try clone().failure()
    #expect(error?.kind == .remote(.certificate), "\(String(describing: error))")
    #expect(error?.message.contains("certificate") == true)
  }

  @Test func `a port without TLS is refused`() throws {
    let hub = try GitServers.hub()
    let address = hub.address(over: .http).replacing("http://", with: "https://")
    let error = try Clone(of: hub, at: address).failure()
    #expect(error?.kind == .remote(.certificate), "\(String(describing: error))")
  }

  @Test func `a closed port is offline over https`() throws {
    let error = try Clone(of: GitServers.hub(), at: "https://localhost:\(freePort())/x").failure()
    #expect(error?.kind == .remote(.refused), "\(String(describing: error))")
  }

  @Test func `certificate checks can be turned off as in git`() throws {
    let clone = try clone()
    try clone.folder.git("config", "http.\(clone.remote.address.text).sslVerify", "false")
    try clone.publish(["x": "1\n"])
    try clone.fetch()
  }

  @Test func `a certificate that the user configured is trusted`() throws {
    let clone = try clone()
    try clone.folder.git("config", "http.sslCAInfo", "~/none")
    #expect(clone.failure()?.kind == .remote(.certificate))
    try clone.folder.git("config", "http.sslCAInfo", "~/certificate")
    let commit = try clone.publish(["x": "1\n"])
    #expect(try clone.fetch().branches.values.contains(commit))
  }

  private func clone() throws -> Clone {
    let hub = try GitServers.hub()
    return try Clone(of: hub, at: try hub.secureAddress())
  }
}
