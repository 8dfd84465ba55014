// The hash functions of libmd, whose archive is linked in with libgit2's.
#if !__has_include(<sha2.h>)
#error "libmd is missing: install its headers and its archive (Debian: apt-get install libmd-dev)"
#endif
#include <sha2.h>
