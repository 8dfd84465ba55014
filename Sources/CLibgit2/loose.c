// Loose objects, read with the library that libgit2 inflates them with. libgit2 1.5 waits for ever for
// what should follow where a file is cut off, and it reads a commit from the disk again in each walk:
// what it keeps once it has parsed it is no use to a walk. So it is given what is whole, which is kept,
// and never opens the file itself.

#include "CLibgit2.h"

#include <dirent.h>
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

// What cannot be told now, for want of memory, a descriptor or a right, has a reason in errno.
enum state { absent = -1, whole = 0, damaged = 1, too_long = 2, not_now = 3 };

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
    if (place == NULL) return not_now;
    object->inflated = place;
    unsigned long length = room;
    int status = uncompress(object->inflated, &length, bytes, count);
    if (status == Z_MEM_ERROR) {
      errno = ENOMEM;
      return not_now;
    }
    if (length == 0 || (status != Z_OK && (status != Z_BUF_ERROR || is_again))) return damaged;
    place = realloc(object->inflated, length);
    if (place != NULL) object->inflated = place;
    if (parse(object, length) != whole) return damaged;
    size_t header = (size_t)(object->contents - object->inflated);
    if (status == Z_OK) return length - header == object->size ? whole : damaged;
    if (object->size > longest_read) return too_long;
    room = header + object->size + 1;
  }
}

// Reads the file of an object; the caller frees what was inflated, whatever is returned.
static enum state load(struct object *object, const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return errno == ENOENT || errno == ENOTDIR ? absent : not_now;
  struct stat status;
  enum state state = not_now;
  if (fstat(file, &status) == 0) {
    void *bytes = NULL;
    state = damaged;
    if (status.st_size > 0) {
      bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
      state = bytes == MAP_FAILED ? not_now : inflate_object(object, bytes, (size_t)status.st_size);
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
  return state == absent || state == not_now ? -1 : state == damaged;
}

// Whether the index of a pack names an object; what is no index names nothing.
//
// Source: gitformat-pack(5): 256 counts, then the names, in the first version each behind an offset.
static int is_named(const unsigned char *bytes, size_t size, const git_oid *id) {
  static const unsigned char second[8] = {0xff, 't', 'O', 'c', 0, 0, 0, 2};
  enum { counts_length = 256 * 4 };
  size_t start = 0, stride = 4 + GIT_OID_RAWSZ, lead = 4;
  if (size >= sizeof second && !memcmp(bytes, second, sizeof second)) {
    start = sizeof second;
    stride = GIT_OID_RAWSZ;
    lead = 0;
  }
  if (size < start + counts_length) return 0;
  const unsigned char *names = bytes + start + counts_length;
  size_t high = 0, low = 0, most = (size - start - counts_length) / stride;
  for (int i = -4; i < 0; i++) high = high << 8 | names[i];
  if (high > most) high = most;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = memcmp(names + middle * stride + lead, id->id, GIT_OID_RAWSZ);
    if (order == 0) return 1;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return 0;
}

// Whether a pack has an object, by its index in an open folder.
static enum state look_up(int folder, const char *name, const git_oid *id) {
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return errno == ENOENT ? absent : not_now;
  struct stat status;
  enum state state = not_now;
  if (fstat(file, &status) == 0) {
    state = absent;
    if (S_ISREG(status.st_mode) && status.st_size > 0) {
      void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
      if (bytes == MAP_FAILED) {
        state = not_now;
      } else {
        if (is_named(bytes, (size_t)status.st_size, id)) state = whole;
        munmap(bytes, (size_t)status.st_size);
      }
    }
  }
  int reason = errno;
  close(file);
  errno = reason;
  return state;
}

// Which pack below a folder of objects has an object, by all of their indexes.
static enum state find_pack(char path[PATH_MAX], const char *folder, const git_oid *id) {
  int length = snprintf(path, PATH_MAX, "%s/pack", folder);
  if (length >= PATH_MAX) return absent;
  DIR *packs = opendir(path);
  if (packs == NULL) return errno == ENOENT || errno == ENOTDIR ? absent : not_now;
  enum state state = absent;
  while (state == absent) {
    errno = 0;
    const struct dirent *entry = readdir(packs);
    if (entry == NULL) {
      if (errno != 0) state = not_now;
      break;
    }
    const char *end = strrchr(entry->d_name, '.');
    if (end == NULL || strcmp(end, ".idx")) continue;
    state = look_up(dirfd(packs), entry->d_name, id);
    int stem = (int)(end - entry->d_name);
    snprintf(path + length, PATH_MAX - (size_t)length, "/%.*s.pack", stem, entry->d_name);
  }
  int reason = errno;
  closedir(packs);
  errno = reason;
  return state;
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

// Says that an object is there and cannot be read now.
static int refuse(const git_oid *id, int reason) {
  char hex[GIT_OID_HEXSZ + 1], words[sizeof hex + 128];
  git_oid_tostr(hex, sizeof hex, id);
  snprintf(words, sizeof words, "the object %s cannot be read now: %s", hex, strerror(reason));
  git_error_set_str(GIT_ERROR_OS, words);
  return GIT_ERROR;
}

// Why what a pack has cannot be read: libgit2 takes any failure for its being absent or wrong.
static int explain(const git_oid *id, const char *pack) {
  const git_error *last = git_error_last();
  if (last != NULL && (last->klass == GIT_ERROR_OS || last->klass == GIT_ERROR_NOMEMORY))
    return GIT_ERROR;
  // What is there for others is there for libgit2, too.
  enum { room = 32 * 1024 * 1024 };
  int file = open(pack, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 && errno == ENOENT) return GIT_ENOTFOUND;
  if (file < 0) return refuse(id, errno);
  void *place = mmap(NULL, room, PROT_READ, MAP_PRIVATE, file, 0);
  int reason = errno;
  close(file);
  if (place == MAP_FAILED) return refuse(id, reason);
  munmap(place, room);
  place = malloc(room);
  if (place == NULL) return refuse(id, ENOMEM);
  free(place);
  return GIT_EMISMATCH;
}

static int say_damaged(const git_oid *id) {
  char hex[GIT_OID_HEXSZ + 1], words[sizeof hex + 32];
  git_oid_tostr(hex, sizeof hex, id);
  snprintf(words, sizeof words, "the object %s is damaged", hex);
  git_error_set_str(GIT_ERROR_ODB, words);
  return GIT_ERROR;
}

// What is damaged as a file, or not there, may be whole in a pack, also in one that has come since
// libgit2 looked, or that it could not open then.
static int find_in_packs(struct object *object, struct guard *guard, int is_damaged) {
  char pack[PATH_MAX];
  enum state state = find_pack(pack, guard->folder, &object->id);
  if (state == not_now) return refuse(&object->id, errno);
  if (state == absent) return is_damaged ? say_damaged(&object->id) : GIT_PASSTHROUGH;
  git_odb *database = NULL;
  git_odb_backend *packs = NULL;
  git_odb_object *found = NULL;
  git_error_clear();
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
      status = refuse(&object->id, ENOMEM);
    } else {
      memcpy(object->inflated, git_odb_object_data(found), object->size);
    }
    git_odb_object_free(found);
  } else {
    status = explain(&object->id, pack);
    int is_absent = status == GIT_ENOTFOUND && !is_damaged;
    if (is_absent) status = GIT_PASSTHROUGH;
    else if (status != GIT_ERROR) status = say_damaged(&object->id);
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
  int reason = errno;
  if (state == damaged || state == absent) {
    free(passing->inflated);
    passing->inflated = NULL;
    return find_in_packs(passing, guard, state == damaged);
  }
  if (state == not_now) return refuse(id, reason);
  if (state == too_long) return GIT_PASSTHROUGH;
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
