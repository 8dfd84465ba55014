// Whether the file of a loose object is whole. libgit2 1.5 cannot be asked: where a file is cut off
// it waits for ever for what should follow. So the library that it inflates objects with is.

#include "CLibgit2.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Source: zlib.h, uncompress.
enum { z_ok = 0, z_no_room = -5 };
typedef int uncompress_function(unsigned char *, unsigned long *, const unsigned char *,
                                unsigned long);

static int inflates(const void *bytes, size_t count) {
  void *library = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
  uncompress_function *uncompress =
      library ? (uncompress_function *)dlsym(library, "uncompress") : NULL;
  // Without it nobody knows: then it is believed, as git's own programs do.
  if (uncompress == NULL) return 1;
  int status = z_no_room;
  for (size_t room = 4 * count + 1024; status == z_no_room; room *= 4) {
    unsigned char *inflated = malloc(room);
    if (inflated == NULL) return 1;
    unsigned long length = room;
    status = uncompress(inflated, &length, bytes, count);
    free(inflated);
  }
  return status == z_ok;
}

int clibgit2_is_damaged(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  struct stat status;
  int is_damaged = -1;
  if (fstat(file, &status) == 0) {
    is_damaged = status.st_size == 0;
    if (!is_damaged) {
      void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
      is_damaged = bytes == MAP_FAILED ? -1 : !inflates(bytes, (size_t)status.st_size);
      if (bytes != MAP_FAILED) munmap(bytes, (size_t)status.st_size);
    }
  }
  int reason = errno;
  close(file);
  errno = reason;
  return is_damaged;
}
