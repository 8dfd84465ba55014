// The hash functions of Mbed TLS, whose archive is linked in with libgit2's.
#include <mbedtls/base64.h>
#include <mbedtls/md.h>
