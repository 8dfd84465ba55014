// Loose objects, read with the library that libgit2 inflates them with. libgit2 1.5 waits for ever for
// what should follow where a file is cut off, and it reads a commit from the disk again in each walk:
// what it keeps once it has parsed it is no use to a walk. So it is given what is whole, which is kept,
// and never opens the file itself.

#include "CLibgit2.h"

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
#include <zlib.h>

struct object {
  git_oid id;
  git_object_t type;
  size_t size;
  // What begins with the header, and is to be freed; NULL where there is nothing.
  unsigned char *inflated;
  // What follows the header.
  const unsigned char *contents;
};

enum state { absent = -1, whole = 0, damaged = 1, unknown = 2 };

// What is longer is left to libgit2, which need not have all of it in memory.
enum { longest_read = 16 * 1024 * 1024 };

// Reads the header of what was inflated, as far as it was.
//
// Source: gitformat-loose(5): "TYPE SIZE", a zero, and as many bytes.
static enum state parse(struct object *object, size_t length) {
  const char *header = (const char *)object->inflated;
  const unsigned char *end = memchr(header, 0, length < 32 ? length : 32);
  const char *space = end == NULL ? NULL : memchr(header, ' ', end - object->inflated);
  if (space == NULL) return damaged;
  char type[32] = "";
  memcpy(type, header, (size_t)(space - header));
  char *behind = NULL;
  object->type = git_object_string2type(type);
  object->size = strtoul(space + 1, &behind, 10);
  object->contents = end + 1;
  int is_sound = behind == (const char *)end && object->type != GIT_OBJECT_INVALID;
  return is_sound ? whole : damaged;
}

static enum state inflate_object(struct object *object, const void *bytes, size_t count) {
  // Enough for a year of a habit at once; else for what the header says.
  size_t room = 48 * 1024;
  for (int is_again = 0;; is_again = 1) {
    void *place = realloc(object->inflated, room);
    if (place == NULL) return unknown;
    object->inflated = place;
    unsigned long length = room;
    int status = uncompress(object->inflated, &length, bytes, count);
    if (status == Z_MEM_ERROR) return unknown;
    if (length == 0 || (status != Z_OK && (status != Z_BUF_ERROR || is_again))) return damaged;
    place = realloc(object->inflated, length);
    if (place != NULL) object->inflated = place;
    if (parse(object, length) != whole) return damaged;
    size_t header = (size_t)(object->contents - object->inflated);
    if (status == Z_OK) return length - header == object->size ? whole : damaged;
    if (object->size > longest_read) return unknown;
    room = header + object->size + 1;
  }
}

// Reads the file of an object; the caller frees what was inflated, whatever is returned.
static enum state load(struct object *object, const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return absent;
  struct stat status;
  enum state state = absent;
  if (fstat(file, &status) == 0) {
    void *bytes = NULL;
    state = damaged;
    if (status.st_size > 0) {
      bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
      state = bytes == MAP_FAILED ? absent : inflate_object(object, bytes, (size_t)status.st_size);
      if (bytes != MAP_FAILED) munmap(bytes, (size_t)status.st_size);
    }
  }
  int reason = errno;
  close(file);
  errno = reason;
  return state;
}

int clibgit2_is_damaged(const char *path) {
  struct object object = {0};
  enum state state = load(&object, path);
  int reason = errno;
  free(object.inflated);
  errno = reason;
  return state == absent ? -1 : state == damaged;
}

enum { kept_count = 256, longest_kept = 128 * 1024 };

// What libgit2 asks for each object before it opens the object's file itself.
struct guard {
  git_odb_backend backend;
  // A pack is built by several threads.
  pthread_mutex_t lock;
  // Each where the first byte of its name says, until another comes.
  struct object kept[kept_count];
  char folder[];
};

// What is damaged as a file may be whole in a pack, also in one that has come since libgit2 looked.
static int find_in_packs(struct object *object, struct guard *guard) {
  git_odb *database = NULL;
  git_odb_backend *packs = NULL;
  git_odb_object *found = NULL;
  int status = git_odb_new(&database);
  if (status == 0) status = git_odb_backend_pack(&packs, guard->folder);
  if (status == 0) status = git_odb_add_backend(database, packs, 1);
  if (status == 0) status = git_odb_read(&found, database, &object->id);
  if (status == 0) {
    object->type = git_odb_object_type(found);
    object->size = git_odb_object_size(found);
    object->inflated = malloc(object->size + 1);
    object->contents = object->inflated;
    if (object->inflated == NULL) {
      status = GIT_ERROR;
    } else {
      memcpy(object->inflated, git_odb_object_data(found), object->size);
    }
    git_odb_object_free(found);
  } else {
    char hex[GIT_OID_HEXSZ + 1], words[sizeof hex + 32];
    git_oid_tostr(hex, sizeof hex, &object->id);
    snprintf(words, sizeof words, "the object %s is damaged", hex);
    git_error_set_str(GIT_ERROR_ODB, words);
    status = GIT_ERROR;
  }
  git_odb_free(database);
  return status;
}

// Where the file of an object is; false when that is too long.
static int write_path(char path[PATH_MAX], const struct guard *guard, const git_oid *id) {
  char hex[GIT_OID_HEXSZ + 1];
  git_oid_tostr(hex, sizeof hex, id);
  return snprintf(path, PATH_MAX, "%s/%.2s/%s", guard->folder, hex, hex + 2) < PATH_MAX;
}

// Where an object lies that was read now or before: in `kept`, or in `passing`, which the caller frees.
static int find_object(const struct object **found, struct object *passing, struct guard *guard,
                       const git_oid *id) {
  struct object *slot = &guard->kept[id->id[0]];
  *found = slot;
  if (slot->inflated != NULL && git_oid_equal(&slot->id, id)) return 0;
  char path[PATH_MAX];
  if (!write_path(path, guard, id)) return GIT_PASSTHROUGH;
  git_oid_cpy(&passing->id, id);
  *found = passing;
  enum state state = load(passing, path);
  if (state == damaged) {
    free(passing->inflated);
    passing->inflated = NULL;
    return find_in_packs(passing, guard);
  }
  if (state != whole) return GIT_PASSTHROUGH;
  if (passing->size > longest_kept) return 0;
  free(slot->inflated);
  *slot = *passing;
  *found = slot;
  passing->inflated = NULL;
  return 0;
}

static int read_object(void **bytes, size_t *count, git_object_t *type, git_odb_backend *backend,
                       const git_oid *id) {
  struct guard *guard = (struct guard *)backend;
  struct object passing = {0};
  const struct object *object = NULL;
  pthread_mutex_lock(&guard->lock);
  int status = find_object(&object, &passing, guard, id);
  if (status == 0) {
    *count = object->size;
    *type = object->type;
    *bytes = git_odb_backend_data_alloc(backend, *count + 1);
    if (*bytes == NULL) {
      status = GIT_ERROR;
    } else {
      memcpy(*bytes, object->contents, *count);
      ((char *)*bytes)[*count] = 0;
    }
  }
  pthread_mutex_unlock(&guard->lock);
  free(passing.inflated);
  return status;
}

static int read_header(size_t *count, git_object_t *type, git_odb_backend *backend,
                       const git_oid *id) {
  struct guard *guard = (struct guard *)backend;
  struct object passing = {0};
  const struct object *object = NULL;
  pthread_mutex_lock(&guard->lock);
  int status = find_object(&object, &passing, guard, id);
  if (status == 0) {
    *count = object->size;
    *type = object->type;
  }
  pthread_mutex_unlock(&guard->lock);
  free(passing.inflated);
  return status == GIT_PASSTHROUGH ? GIT_ENOTFOUND : status;
}

// What is asked before an object is written: whose file is there is taken for whole otherwise, and
// what needs it cannot be written, today and tomorrow.
static int remove_damaged(git_odb_backend *backend, const git_oid *id) {
  char path[PATH_MAX];
  if (write_path(path, (struct guard *)backend, id) && clibgit2_is_damaged(path) == 1) unlink(path);
  return GIT_ENOTFOUND;
}

static void free_guard(git_odb_backend *backend) {
  struct guard *guard = (struct guard *)backend;
  for (int i = 0; i < kept_count; i++) free(guard->kept[i].inflated);
  pthread_mutex_destroy(&guard->lock);
  free(guard);
}

int clibgit2_guard(git_odb *database, const char *folder) {
  if (folder == NULL) return GIT_ERROR;
  struct guard *guard = calloc(1, sizeof *guard + strlen(folder) + sizeof "objects");
  if (guard == NULL) return GIT_ERROR;
  guard->backend.version = GIT_ODB_BACKEND_VERSION;
  guard->backend.read = read_object;
  guard->backend.read_header = read_header;
  guard->backend.freshen = remove_damaged;
  guard->backend.free = free_guard;
  pthread_mutex_init(&guard->lock, NULL);
  strcat(strcpy(guard->folder, folder), "objects");
  // Before loose objects, which have 1, and after packs, which have 2 and were there before.
  int status = git_odb_add_backend(database, &guard->backend, 2);
  if (status < 0) free(guard);
  return status;
}
