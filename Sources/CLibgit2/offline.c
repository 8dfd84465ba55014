// libgit2's archive is linked in, without what it needs for networks: git(1) carries bytes over them.
// These definitions stand in for five files of the archive, so that the linker takes none of them, nor
// the TLS, ssh, Kerberos and HTTP libraries behind them; and starting libgit2 reads no certificates.

#include "CLibgit2.h"

#include <stdbool.h>

#define HIDDEN __attribute__((visibility("hidden")))

static int refuse(void) {
  git_error_set_str(GIT_ERROR_NET, "networks belong to git");
  return GIT_ERROR;
}

// mbedtls.c
HIDDEN int git_mbedtls_stream_global_init(void) { return 0; }
HIDDEN int git_mbedtls__set_cert_location(const char *file, const char *path) { return refuse(); }
HIDDEN int git_mbedtls_stream_new(void **out, const char *host, const char *port) { return refuse(); }
HIDDEN int git_mbedtls_stream_wrap(void **out, void *in, const char *host) { return refuse(); }

// ssh.c, and ssh_libssh2.c from libgit2 1.8 on
HIDDEN int git_transport_ssh_global_init(void) { return 0; }
HIDDEN int git_transport_ssh_libssh2_global_init(void) { return 0; }
int git_smart_subtransport_ssh(git_smart_subtransport **out, git_transport *owner, void *payload) {
  return refuse();
}
int git_transport_ssh_with_paths(git_transport **out, git_remote *owner, void *payload) {
  return refuse();
}

// http.c, and with it httpclient.c, auth_negotiate.c
HIDDEN bool git_http__expect_continue = false;
int git_smart_subtransport_http(git_smart_subtransport **out, git_transport *owner, void *payload) {
  return refuse();
}

// git.c: git://
int git_smart_subtransport_git(git_smart_subtransport **out, git_transport *owner, void *payload) {
  return refuse();
}
