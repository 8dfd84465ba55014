// A library to preload (LD_PRELOAD): it breaks the calls of a program to the file system.
//
// Calls below a folder are counted, over all processes that share a file of state, and at the
// n-th something happens: it fails, the process is killed, or nothing, to count them only. And it
// keeps a copy of the folder as it was when it was last brought to the disk: what a power cut
// leaves. What the C library calls inside itself is not seen, so the functions that open files
// on their own (mkstemp, fopen, opendir) are here too.
//
//   HABIT_FAULT_ROOTS   the folders, with colons between them
//   HABIT_FAULT_STATE   a file of 32 bytes: how many calls were counted, how many of them failed,
//                       how often everything was brought to the disk, by how many processes
//   HABIT_FAULT_CALLS   which are counted: `change`, `space`, `open`, `read` or `all`; or `memory`: what
//                       allocates, wherever it is for
//   HABIT_FAULT_AT      at which one it happens; 0 is at none
//   HABIT_FAULT_ERRNO   what the call fails with; `kill` kills the process before the call;
//                       `save` and `replace` pass it, after a file was saved
//   HABIT_FAULT_SAVE    what is saved, and where, with a colon between them: the file is written in
//                       place by `save`, and put in its place by `replace`
//   HABIT_FAULT_LASTING set when all calls after it fail, too
//   HABIT_FAULT_TRACE   a file to which a line a call is added
//   HABIT_FAULT_DURABLE a folder for the copies: `tree`, and `clean`, the inodes that are in it
//   HABIT_FAULT_FORGETS set when nothing is brought to the disk, whatever is asked for
//   HABIT_FAULT_LACKS   what the file system does not have: words `CALL=ERRNO` for renameat2 with
//                       flags, link, flock, syncfs and chmod; `inodes=1` numbers files by their
//                       names, as network file systems do
//   HABIT_FAULT_SETENV  a variable that is set before main, as some preloaded libraries do
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

// MARK: What was asked for

struct state {
  unsigned long calls, failures, syncs, processes;
};

static struct {
  const char *roots;
  const char *trace;
  const char *durable;
  unsigned calls;
  unsigned long at;
  int error;
  int kills, saves, replaces, lasts, forgets;
  struct state *state;
} wish;

// A call belongs to several sets: which calls are counted is one of them.
enum { CHANGE = 1, SPACE = 2, OPEN = 4, READ = 8, MEMORY = 16 };

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int inside;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

static void reach_disk(void);

// What a call that the file system does not have fails with; 0 when it has it.
static int lacking(const char *call) {
  const char *list = getenv("HABIT_FAULT_LACKS");
  size_t length = strlen(call);
  for (const char *word = list; word && *word; word += strcspn(word, " "), word += *word == ' ')
    if (!strncmp(word, call, length) && word[length] == '=') return atoi(word + length + 1);
  return 0;
}

#define LACKING(call)                                                \
  if (lacking(call)) {                                               \
    errno = lacking(call);                                           \
    return -1;                                                       \
  }

__attribute__((constructor)) static void begin(void) {
  const char *variable = getenv("HABIT_FAULT_SETENV");
  if (variable) setenv(variable, "1", 1);
  const char *calls = getenv("HABIT_FAULT_CALLS"), *at = getenv("HABIT_FAULT_AT");
  const char *error = getenv("HABIT_FAULT_ERRNO"), *state = getenv("HABIT_FAULT_STATE");
  if (!state) return;
  int file = REAL(open)(state, O_RDWR | O_CLOEXEC);
  if (file < 0) abort();
  wish.state = mmap(NULL, sizeof *wish.state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (wish.state == MAP_FAILED) abort();
  close(file);
  wish.trace = getenv("HABIT_FAULT_TRACE");
  wish.durable = getenv("HABIT_FAULT_DURABLE");
  wish.at = at ? strtoul(at, NULL, 10) : 0;
  wish.kills = error && !strcmp(error, "kill");
  wish.replaces = error && !strcmp(error, "replace");
  wish.saves = wish.replaces || (error && !strcmp(error, "save"));
  wish.error = error ? atoi(error) : 0;
  wish.lasts = getenv("HABIT_FAULT_LASTING") != NULL;
  wish.forgets = getenv("HABIT_FAULT_FORGETS") != NULL;
  wish.calls = !calls                     ? CHANGE
               : !strcmp(calls, "space") ? SPACE
               : !strcmp(calls, "open")  ? OPEN
               : !strcmp(calls, "read")  ? READ
               : !strcmp(calls, "memory") ? MEMORY
               : !strcmp(calls, "all")   ? CHANGE | SPACE | OPEN | READ
                                         : CHANGE;
  wish.roots = getenv("HABIT_FAULT_ROOTS");
  // What was there before the first call is on the disk.
  if (__atomic_fetch_add(&wish.state->processes, 1, __ATOMIC_SEQ_CST) == 0) reach_disk();
}

static int is_below(const char *path, const char *root, size_t length) {
  return !strncmp(path, root, length) && (path[length] == '/' || path[length] == 0);
}

static int is_ours(const char *path) {
  for (const char *root = wish.roots; root && *root;) {
    const char *end = strchrnul(root, ':');
    if (is_below(path, root, (size_t)(end - root))) return 1;
    root = *end ? end + 1 : end;
  }
  return 0;
}

// MARK: What happens

enum fate { PASS, FAIL };

static void copy_file(const char *from, const char *to);

// What an editor does beside the program.
static void save(void) {
  char from[PATH_MAX] = "", temporary[PATH_MAX + 8];
  const char *wanted = getenv("HABIT_FAULT_SAVE"), *to = wanted ? strchr(wanted, ':') : NULL;
  if (!to) abort();
  memcpy(from, wanted, (size_t)(to - wanted));
  to++;
  snprintf(temporary, sizeof temporary, "%s.saved", to);
  inside++;
  copy_file(from, wish.replaces ? temporary : to);
  if (wish.replaces && REAL(rename)(temporary, to)) abort();
  inside--;
}

static enum fate meet_path(unsigned sets, const char *name, const char *path) {
  if (!is_ours(path) || !(sets & wish.calls)) return PASS;
  unsigned long number = __atomic_add_fetch(&wish.state->calls, 1, __ATOMIC_SEQ_CST);
  if (wish.trace) {
    inside++;
    int file = REAL(open)(wish.trace, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    dprintf(file, "%lu %s %s\n", number, name, path);
    close(file);
    inside--;
  }
  if (!wish.at || (wish.lasts ? number < wish.at : number != wish.at)) return PASS;
  __atomic_add_fetch(&wish.state->failures, 1, __ATOMIC_SEQ_CST);
  if (wish.saves) {
    save();
    return PASS;
  }
  if (wish.kills) kill(getpid(), SIGKILL);
  errno = wish.error;
  return FAIL;
}

static enum fate meet_at(unsigned sets, const char *name, int folder, const char *path) {
  if (!wish.state || inside || !path) return PASS;
  int kept = errno;
  char whole[PATH_MAX + 8];
  if (path[0] == '/') {
    snprintf(whole, sizeof whole, "%s", path);
  } else {
    char link[64], base[PATH_MAX] = "";
    if (folder == AT_FDCWD) {
      if (!getcwd(base, sizeof base)) base[0] = 0;
    } else {
      snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
      ssize_t length = readlink(link, base, sizeof base - 1);
      base[length < 0 ? 0 : length] = 0;
    }
    if (strlen(base) + strlen(path) + 2 > sizeof whole) return PASS;
    strcpy(whole, base);
    if (*path) strcat(strcat(whole, "/"), path);
  }
  enum fate fate = meet_path(sets, name, whole);
  if (fate == PASS) errno = kept;
  return fate;
}

static enum fate meet(unsigned sets, const char *name, const char *path) {
  return meet_at(sets, name, AT_FDCWD, path);
}

static enum fate meet_file(unsigned sets, const char *name, int file) {
  return meet_at(sets, name, file, "");
}

// MARK: Memory

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

// Nothing here may allocate.
static enum fate meet_memory(void) {
  if (!wish.state || inside || !(wish.calls & MEMORY)) return PASS;
  unsigned long number = __atomic_add_fetch(&wish.state->calls, 1, __ATOMIC_SEQ_CST);
  if (!wish.at || (wish.lasts ? number < wish.at : number != wish.at)) return PASS;
  __atomic_add_fetch(&wish.state->failures, 1, __ATOMIC_SEQ_CST);
  errno = ENOMEM;
  return FAIL;
}

void *malloc(size_t size) { return meet_memory() ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
  return meet_memory() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) { return meet_memory() ? NULL : __libc_realloc(old, size); }

// MARK: What is on the disk

static void copy_file(const char *from, const char *to) {
  int source = REAL(open)(from, O_RDONLY | O_CLOEXEC);
  if (source < 0) return;
  struct stat status;
  fstat(source, &status);
  int target = REAL(open)(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, status.st_mode & 07777);
  if (target < 0) abort();
  fchmod(target, status.st_mode & 07777);
  for (off_t left = status.st_size; left > 0;) {
    ssize_t count = REAL(sendfile)(target, source, NULL, (size_t)left);
    if (count <= 0) break;
    left -= count;
  }
  struct timespec times[2] = {status.st_atim, status.st_mtim};
  futimens(target, times);
  close(target);
  close(source);
}

// Files with several names, to be copied once.
static struct {
  ino_t inode;
  char copy[PATH_MAX];
} linked[64];
static size_t linked_count;

// Gives a copy that was made another name; 0 when none was made yet.
static int link_copy(const struct stat *status, const char *to) {
  if (status->st_nlink < 2) return 0;
  for (size_t i = 0; i < linked_count; i++)
    if (linked[i].inode == status->st_ino) return !REAL(link)(linked[i].copy, to);
  if (linked_count == sizeof linked / sizeof linked[0]) abort();
  linked[linked_count].inode = status->st_ino;
  strcpy(linked[linked_count++].copy, to);
  return 0;
}

// A file of which all is on the disk: its inode, and the time at which it was last written to.
static void name_clean(char line[64], const struct stat *status) {
  snprintf(line, 64, "%lu %ld %ld\n", status->st_ino, status->st_mtim.tv_sec,
           status->st_mtim.tv_nsec);
}

static void copy_tree(const char *from, const char *to, FILE *clean) {
  REAL(mkdir)(to, 0777);
  DIR *folder = REAL(opendir)(from);
  if (!folder) return;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    char source[PATH_MAX], target[PATH_MAX];
    snprintf(source, sizeof source, "%s/%s", from, entry->d_name);
    snprintf(target, sizeof target, "%s/%s", to, entry->d_name);
    struct stat status;
    if (lstat(source, &status)) continue;
    if (S_ISDIR(status.st_mode)) {
      copy_tree(source, target, clean);
    } else if (S_ISLNK(status.st_mode)) {
      char link[PATH_MAX];
      ssize_t length = readlink(source, link, sizeof link - 1);
      link[length < 0 ? 0 : length] = 0;
      REAL(symlink)(link, target);
    } else if (S_ISREG(status.st_mode)) {
      if (!link_copy(&status, target)) copy_file(source, target);
      char line[64];
      name_clean(line, &status);
      fputs(line, clean);
    }
  }
  closedir(folder);
}

static void remove_tree(const char *path) {
  DIR *folder = REAL(opendir)(path);
  if (!folder) return;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    char inner[PATH_MAX];
    snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
    if (entry->d_type == DT_DIR) remove_tree(inner);
    else REAL(unlink)(inner);
  }
  closedir(folder);
  REAL(rmdir)(path);
}

// The first of the folders, as it is now, is what a power cut leaves from now on.
static void reach_disk(void) {
  if (!wish.durable || inside) return;
  pthread_mutex_lock(&guard);
  inside++;
  int kept = errno;
  char root[PATH_MAX], tree[PATH_MAX], list[PATH_MAX];
  snprintf(root, sizeof root, "%.*s", (int)(strchrnul(wish.roots, ':') - wish.roots), wish.roots);
  snprintf(tree, sizeof tree, "%s/tree", wish.durable);
  snprintf(list, sizeof list, "%s/clean", wish.durable);
  remove_tree(tree);
  FILE *clean = REAL(fopen)(list, "we");
  if (!clean) abort();
  linked_count = 0;
  copy_tree(root, tree, clean);
  fclose(clean);
  errno = kept;
  inside--;
  pthread_mutex_unlock(&guard);
}

// Adds a file to the list of those; not when it was not there before its time was changed.
static void note_clean(const struct stat *now, const struct stat *before) {
  char list[PATH_MAX], wanted[64] = "", line[64], made[64];
  if (before) name_clean(wanted, before);
  name_clean(made, now);
  pthread_mutex_lock(&guard);
  inside++;
  int kept = errno, isThere = !before;
  snprintf(list, sizeof list, "%s/clean", wish.durable);
  FILE *clean = REAL(fopen)(list, "a+e");
  if (!clean) abort();
  while (!isThere && fgets(line, sizeof line, clean)) isThere = !strcmp(line, wanted);
  if (isThere) fputs(made, clean);
  fclose(clean);
  errno = kept;
  inside--;
  pthread_mutex_unlock(&guard);
}

// MARK: Opening

// Opening to write changes something only where it may make or empty a file; what is written later
// is counted then.
static unsigned sets_of(int flags) {
  unsigned sets = OPEN;
  if (flags & (O_CREAT | O_TRUNC) || (flags & O_TMPFILE) == O_TMPFILE) sets |= CHANGE | SPACE;
  if ((flags & O_ACCMODE) != O_WRONLY) sets |= READ;
  return sets;
}

#define MODE(flags)                                                  \
  mode_t mode = 0;                                                   \
  if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) {     \
    va_list rest;                                                    \
    va_start(rest, flags);                                           \
    mode = va_arg(rest, mode_t);                                     \
    va_end(rest);                                                    \
  }

#define OPENING(name)                                                \
  int name(const char *path, int flags, ...) {                       \
    MODE(flags)                                                      \
    if (meet(sets_of(flags), "open", path)) return -1;               \
    return REAL(name)(path, flags, mode);                            \
  }
OPENING(open)
OPENING(open64)

#define OPENING_AT(name)                                             \
  int name(int folder, const char *path, int flags, ...) {           \
    MODE(flags)                                                      \
    if (meet_at(sets_of(flags), "open", folder, path)) return -1;    \
    return REAL(name)(folder, path, flags, mode);                    \
  }
OPENING_AT(openat)
OPENING_AT(openat64)

// What the fortified headers make of calls without a mode.
int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open64(path, flags); }
int __openat_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char *path, int flags) { return openat64(folder, path, flags); }

int creat(const char *path, mode_t mode) {
  return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

static unsigned sets_of_mode(const char *mode) {
  return mode[0] == 'r' ? OPEN | READ : OPEN | CHANGE | SPACE;
}

#define FOPENING(name)                                               \
  FILE *name(const char *path, const char *mode) {                   \
    if (meet(sets_of_mode(mode), "fopen", path)) return NULL;        \
    return REAL(name)(path, mode);                                   \
  }
FOPENING(fopen)
FOPENING(fopen64)

DIR *opendir(const char *path) {
  if (meet(OPEN | READ, "opendir", path)) return NULL;
  return REAL(opendir)(path);
}

#define TEMPORARY(name, declared, passed)                            \
  int name declared {                                                \
    if (meet(OPEN | CHANGE | SPACE, #name, path)) return -1;         \
    return REAL(name) passed;                                        \
  }
TEMPORARY(mkstemp, (char *path), (path))
TEMPORARY(mkstemp64, (char *path), (path))
TEMPORARY(mkostemp, (char *path, int flags), (path, flags))
TEMPORARY(mkostemp64, (char *path, int flags), (path, flags))
TEMPORARY(mkstemps, (char *path, int suffix), (path, suffix))

// MARK: Reading and writing

#define READING(name, declared, passed)                              \
  ssize_t name declared {                                            \
    if (meet_file(READ, #name, file)) return -1;                     \
    return REAL(name) passed;                                        \
  }
READING(read, (int file, void *bytes, size_t count), (file, bytes, count))
READING(readv, (int file, const struct iovec *parts, int count), (file, parts, count))
READING(pread, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at))
READING(pread64, (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at))

// A disk that fills up takes a part of what is written first.
#define WRITING(name, declared, passed, half)                        \
  ssize_t name declared {                                            \
    if (meet_file(CHANGE | SPACE, #name, file)) {                    \
      if (!wish.lasts || wish.state->failures > 1 || count < 2) return -1; \
      return REAL(name) half;                                        \
    }                                                                \
    return REAL(name) passed;                                        \
  }
WRITING(write, (int file, const void *bytes, size_t count), (file, bytes, count),
        (file, bytes, count / 2))
WRITING(pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at),
        (file, bytes, count / 2, at))
WRITING(pwrite64, (int file, const void *bytes, size_t count, off64_t at),
        (file, bytes, count, at), (file, bytes, count / 2, at))
WRITING(sendfile, (int file, int source, off_t *at, size_t count), (file, source, at, count),
        (file, source, at, count / 2))
WRITING(sendfile64, (int file, int source, off64_t *at, size_t count), (file, source, at, count),
        (file, source, at, count / 2))

#define CHANGING(kind, name, sets, declared, file, passed)           \
  kind name declared {                                               \
    if (meet_file(sets, #name, file)) return -1;                     \
    return REAL(name) passed;                                        \
  }
CHANGING(ssize_t, writev, CHANGE | SPACE, (int file, const struct iovec *parts, int count), file,
         (file, parts, count))
CHANGING(ssize_t, copy_file_range, CHANGE | SPACE,
         (int source, off64_t *from, int target, off64_t *to, size_t count, unsigned flags),
         target, (source, from, target, to, count, flags))
CHANGING(int, ftruncate, CHANGE | SPACE, (int file, off_t size), file, (file, size))
CHANGING(int, ftruncate64, CHANGE | SPACE, (int file, off64_t size), file, (file, size))
CHANGING(int, fchmod, CHANGE, (int file, mode_t mode), file, (file, mode))
CHANGING(int, futimens, CHANGE, (int file, const struct timespec times[2]), file, (file, times))

int posix_fallocate(int file, off_t offset, off_t count) {
  if (meet_file(CHANGE | SPACE, "posix_fallocate", file)) return errno;
  return REAL(posix_fallocate)(file, offset, count);
}
int posix_fallocate64(int file, off64_t offset, off64_t count) {
  if (meet_file(CHANGE | SPACE, "posix_fallocate", file)) return errno;
  return REAL(posix_fallocate64)(file, offset, count);
}

#define MAPPING(name, type)                                                               \
  void *name(void *at, size_t count, int access, int flags, int file, type offset) {      \
    int writes = access & PROT_WRITE && flags & MAP_SHARED;                               \
    if (!(flags & MAP_ANONYMOUS) && meet_file(writes ? CHANGE : READ, "mmap", file))      \
      return MAP_FAILED;                                                                  \
    return REAL(name)(at, count, access, flags, file, offset);                            \
  }
MAPPING(mmap, off_t)
MAPPING(mmap64, off64_t)

// MARK: Names

#define NAMING(name, sets, declared, path, passed)                   \
  int name declared {                                                \
    if (meet(sets, #name, path)) return -1;                          \
    return REAL(name) passed;                                        \
  }
NAMING(rename, CHANGE | SPACE, (const char *from, const char *to), to, (from, to))
NAMING(symlink, CHANGE | SPACE, (const char *from, const char *to), to, (from, to))
NAMING(unlink, CHANGE, (const char *path), path, (path))
NAMING(remove, CHANGE, (const char *path), path, (path))
NAMING(rmdir, CHANGE, (const char *path), path, (path))
NAMING(mkdir, CHANGE | SPACE, (const char *path, mode_t mode), path, (path, mode))
NAMING(truncate, CHANGE | SPACE, (const char *path, off_t size), path, (path, size))
NAMING(truncate64, CHANGE | SPACE, (const char *path, off64_t size), path, (path, size))

int link(const char *from, const char *to) {
  LACKING("link")
  if (meet(CHANGE | SPACE, "link", to)) return -1;
  return REAL(link)(from, to);
}

int chmod(const char *path, mode_t mode) {
  struct stat status;
  // A file system without modes lets them be what they are.
  if (!stat(path, &status) && (status.st_mode & 07777) != mode) LACKING("chmod")
  if (meet(CHANGE, "chmod", path)) return -1;
  return REAL(chmod)(path, mode);
}

// Objects that are there already are given a new time, which is not writing to them.
int utimes(const char *path, const struct timeval times[2]) {
  if (meet(CHANGE, "utimes", path)) return -1;
  struct stat before, now;
  int known = wish.durable && !inside && !lstat(path, &before);
  int status = REAL(utimes)(path, times);
  if (known && !status && !lstat(path, &now)) note_clean(&now, &before);
  return status;
}

#define NAMING_AT(name, sets, declared, folder, path, passed)        \
  int name declared {                                                \
    if (meet_at(sets, #name, folder, path)) return -1;               \
    return REAL(name) passed;                                        \
  }
NAMING_AT(renameat, CHANGE | SPACE, (int from, const char *old, int to, const char *path), to,
          path, (from, old, to, path))
int renameat2(int from, const char *old, int to, const char *path, unsigned flags) {
  if (flags) LACKING("renameat2")
  if (meet_at(CHANGE | SPACE, "renameat2", to, path)) return -1;
  return REAL(renameat2)(from, old, to, path, flags);
}
NAMING_AT(linkat, CHANGE | SPACE, (int from, const char *old, int to, const char *path, int flags),
          to, path, (from, old, to, path, flags))
NAMING_AT(symlinkat, CHANGE | SPACE, (const char *target, int folder, const char *path), folder,
          path, (target, folder, path))
NAMING_AT(unlinkat, CHANGE, (int folder, const char *path, int flags), folder, path,
          (folder, path, flags))
NAMING_AT(mkdirat, CHANGE | SPACE, (int folder, const char *path, mode_t mode), folder, path,
          (folder, path, mode))
NAMING_AT(utimensat, CHANGE,
          (int folder, const char *path, const struct timespec times[2], int flags), folder, path,
          (folder, path, times, flags))

// MARK: To the disk

// The real disk is left in peace, which saves most of the time.
static void reach_disk_now(void) {
  if (wish.forgets) return;
  __atomic_add_fetch(&wish.state->syncs, 1, __ATOMIC_SEQ_CST);
  reach_disk();
}

// A file that is brought to the disk alone keeps what is in it, but its name need not be there.
static void keep_file(int file) {
  struct stat status;
  if (!wish.forgets && wish.durable && !inside && !fstat(file, &status)) note_clean(&status, NULL);
}

#define FLUSHING(name, then)                                         \
  int name(int file) {                                               \
    if (meet_file(CHANGE | SPACE, #name, file)) return -1;           \
    if (!wish.state) return REAL(name)(file);                        \
    then;                                                            \
    return 0;                                                        \
  }
FLUSHING(fsync, keep_file(file))
FLUSHING(fdatasync, keep_file(file))

int syncfs(int file) {
  LACKING("syncfs")
  if (meet_file(CHANGE | SPACE, "syncfs", file)) return -1;
  if (!wish.state) return REAL(syncfs)(file);
  reach_disk_now();
  return 0;
}

int flock(int file, int operation) {
  LACKING("flock")
  return REAL(flock)(file, operation);
}

// MARK: Inode numbers

// The number of a name, FNV-1a, in place of the number of a file.
static void number(struct stat *status, const char *path) {
  unsigned hash = 2166136261;
  for (; *path; path++) hash = (hash ^ (unsigned char)*path) * 16777619;
  status->st_ino = hash;
}

#define TELLING(name)                                                \
  int name(const char *path, struct stat *status) {                  \
    int result = REAL(name)(path, status);                           \
    if (!result && lacking("inodes")) number(status, path);          \
    return result;                                                   \
  }
TELLING(stat)
TELLING(lstat)

int fstat(int file, struct stat *status) {
  int result = REAL(fstat)(file, status);
  if (result || !lacking("inodes")) return result;
  char name[64], path[PATH_MAX];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ssize_t length = readlink(name, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  number(status, path);
  return result;
}
