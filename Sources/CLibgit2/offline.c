// libgit2's archive is linked in, without what it needs for networks: git(1) carries bytes over them.
// These definitions stand in for files of the archive, so that the linker takes none of them, nor the
// TLS, ssh, Kerberos and HTTP libraries behind them, whichever a distribution chose; and starting
// libgit2 reads no certificates.

#include "CLibgit2.h"

#include <sha2.h>
#include <stdbool.h>
#include <stdlib.h>

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

// openssl.c, in place of mbedtls.c from Debian 14 on
HIDDEN int git_openssl_stream_global_init(void) { return 0; }
HIDDEN int git_openssl__set_cert_location(const char *file, const char *path) { return refuse(); }
HIDDEN int git_openssl__add_x509_cert(void *certificate) { return refuse(); }
HIDDEN int git_openssl__reset_context(void) { return 0; }
HIDDEN int git_openssl_stream_new(void **out, const char *host, const char *port) { return refuse(); }
HIDDEN int git_openssl_stream_wrap(void **out, void *in, const char *host) { return refuse(); }
int git_openssl_set_locking(void) { return 0; }

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

// http_parser, which parses URLs before libgit2 1.7
HIDDEN int http_parser_parse_url(const char *url, size_t length, int is_connect, void *parts) { return 1; }

// mbedtls.c or openssl.c of the hashes: of SHA-256, for the checksums of settings. libgit2's context is
// of another size with each library: here it holds a pointer.
struct hash { SHA2_CTX *state; };

HIDDEN int git_hash_sha256_global_init(void) { return 0; }
HIDDEN int git_hash_sha256_init(struct hash *hash) {
  SHA256Init(hash->state);
  return 0;
}
HIDDEN int git_hash_sha256_ctx_init(struct hash *hash) {
  hash->state = malloc(sizeof *hash->state);
  if (hash->state) return git_hash_sha256_init(hash);
  git_error_set_oom();
  return GIT_ERROR;
}
HIDDEN void git_hash_sha256_ctx_cleanup(struct hash *hash) { free(hash->state); }
HIDDEN int git_hash_sha256_update(struct hash *hash, const void *data, size_t size) {
  SHA256Update(hash->state, data, size);
  return 0;
}
HIDDEN int git_hash_sha256_final(unsigned char *out, struct hash *hash) {
  SHA256Final(out, hash->state);
  return 0;
}
