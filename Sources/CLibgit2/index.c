// The checksum of an index.

#include "CLibgit2.h"

#include <sha1.h>

void clibgit2_sha1(unsigned char *hash, const void *bytes, size_t count) {
  SHA1_CTX state;
  SHA1Init(&state);
  SHA1Update(&state, bytes, count);
  SHA1Final(hash, &state);
}
