// Which releases of other libraries are inside the program: an advisory names these.

#define PCRE2_CODE_UNIT_WIDTH 8

#include "CLibgit2.h"

#include <http_parser.h>
#include <mbedtls/version.h>
#include <pcre2.h>
#include <stdio.h>
#include <zlib.h>

const char *clibgit2_versions(void) {
  static _Thread_local char text[128];
  int major = 0, minor = 0, revision = 0;
  git_libgit2_version(&major, &minor, &revision);
  // "10.42 2022-12-11"
  char pcre2[64] = "";
  pcre2_config(PCRE2_CONFIG_VERSION, pcre2);
  char mbedtls[32] = "";
  mbedtls_version_get_string(mbedtls);
  unsigned long http = http_parser_version();
  snprintf(text, sizeof text, "%d.%d.%d %.5s %s %s %lu.%lu.%lu", major, minor, revision, pcre2,
           zlibVersion(), mbedtls, http >> 16 & 255, http >> 8 & 255, http & 255);
  return text;
}
