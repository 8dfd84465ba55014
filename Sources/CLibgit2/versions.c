// Which releases of other libraries are inside the program: an advisory names these.

#define PCRE2_CODE_UNIT_WIDTH 8

#include "CLibgit2.h"

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
  snprintf(text, sizeof text, "%d.%d.%d %.5s %s", major, minor, revision, pcre2, zlibVersion());
  return text;
}
