// Whether the file of a loose object is whole. libgit2 1.5 cannot be asked: where a file is cut off
// it waits for ever for what should follow. So the library that it inflates objects with is, and
// libgit2 is kept from files that are not whole.

#include "CLibgit2.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Source: zlib.h, uncompress.
enum { z_ok = 0, z_no_room = -5 };
typedef int uncompress_function(unsigned char *, unsigned long *, const unsigned char *,
                                unsigned long);

static uncompress_function *uncompress;

static void find(void) {
  void *library = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (library != NULL) uncompress = (uncompress_function *)dlsym(library, "uncompress");
}

static int inflates(const void *bytes, size_t count) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find);
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

// What libgit2 asks for each object before it opens the object's file itself.
struct guard {
  git_odb_backend backend;
  char folder[];
};

static int is_damaged(git_odb_backend *backend, const git_oid *id) {
  char hex[GIT_OID_HEXSZ + 1], path[PATH_MAX];
  git_oid_tostr(hex, sizeof hex, id);
  int length = snprintf(path, sizeof path, "%s/%.2s/%s", ((struct guard *)backend)->folder, hex,
                        hex + 2);
  return length < (int)sizeof path && clibgit2_is_damaged(path) == 1;
}

// What is damaged as a file may be whole in a pack, also in one that has come since libgit2 looked.
static int find_in_packs(git_odb_object **found, git_odb_backend *backend, const git_oid *id) {
  git_odb *database = NULL;
  git_odb_backend *packs = NULL;
  int status = git_odb_new(&database);
  if (status == 0) status = git_odb_backend_pack(&packs, ((struct guard *)backend)->folder);
  if (status == 0) status = git_odb_add_backend(database, packs, 1);
  if (status == 0) status = git_odb_read(found, database, id);
  git_odb_free(database);
  if (status == 0) return 0;
  char hex[GIT_OID_HEXSZ + 1], words[sizeof hex + 32];
  git_oid_tostr(hex, sizeof hex, id);
  snprintf(words, sizeof words, "the object %s is damaged", hex);
  git_error_set_str(GIT_ERROR_ODB, words);
  return GIT_ERROR;
}

static int read_object(void **bytes, size_t *count, git_object_t *type, git_odb_backend *backend,
                       const git_oid *id) {
  if (!is_damaged(backend, id)) return GIT_PASSTHROUGH;
  git_odb_object *found = NULL;
  int status = find_in_packs(&found, backend, id);
  if (status < 0) return status;
  *count = git_odb_object_size(found);
  *type = git_odb_object_type(found);
  *bytes = git_odb_backend_data_alloc(backend, *count + 1);
  if (*bytes != NULL) {
    memcpy(*bytes, git_odb_object_data(found), *count);
    ((char *)*bytes)[*count] = 0;
  }
  git_odb_object_free(found);
  return *bytes == NULL ? GIT_ERROR : 0;
}

static int read_header(size_t *count, git_object_t *type, git_odb_backend *backend,
                       const git_oid *id) {
  if (!is_damaged(backend, id)) return GIT_ENOTFOUND;
  git_odb_object *found = NULL;
  int status = find_in_packs(&found, backend, id);
  if (status < 0) return status;
  *count = git_odb_object_size(found);
  *type = git_odb_object_type(found);
  git_odb_object_free(found);
  return 0;
}

static void free_guard(git_odb_backend *backend) { free(backend); }

int clibgit2_guard(git_odb *database, const char *folder) {
  if (folder == NULL) return GIT_ERROR;
  struct guard *guard = calloc(1, sizeof *guard + strlen(folder) + sizeof "objects");
  if (guard == NULL) return GIT_ERROR;
  guard->backend.version = GIT_ODB_BACKEND_VERSION;
  guard->backend.read = read_object;
  guard->backend.read_header = read_header;
  guard->backend.free = free_guard;
  strcat(strcpy(guard->folder, folder), "objects");
  // Before loose objects, which have 1, and after packs, which have 2 and were there before.
  int status = git_odb_add_backend(database, &guard->backend, 2);
  if (status < 0) free(guard);
  return status;
}
