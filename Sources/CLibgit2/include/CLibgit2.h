#ifndef CLIBGIT2_H
#define CLIBGIT2_H

// The declarations of libgit2, as installed; its archive is linked in: see offline.c.
#if !__has_include(<git2.h>)
#error "libgit2 is missing: install its headers and its archive (Debian: apt-get install libgit2-dev)"
#endif
#include <git2.h>
#include <git2/odb_backend.h>
#include <git2/sys/commit.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>
#include <git2/sys/transport.h>
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h>
#endif

/// The versions of libgit2, PCRE2 and zlib, with blanks between them.
const char *clibgit2_versions(void);

/// The SHA-1 of bytes, which has 20.
void clibgit2_sha1(unsigned char *hash, const void *bytes, size_t count);

/// Whether the file of a loose object is empty, cut off or otherwise no whole zlib stream: 1, or 0 when
/// it is whole, or -1 with errno when it cannot be read.
int clibgit2_is_damaged(const char *path);

/// Lets damaged loose objects be refused, where libgit2 would wait for ever; the folder is the
/// repository's shared one, and ends in a slash.
int clibgit2_guard(git_odb *database, const char *folder);

/// Whether a repository must belong to the user to be opened; variadic functions are not seen by
/// Swift.
static inline int clibgit2_set_owner_validation(int is_on) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, is_on);
}

/// Whether a repository may say that it uses extensions of git's that change nothing for libgit2, or whose
/// values are then to be looked at; variadic functions are not seen by Swift.
static inline int clibgit2_accept_extensions(int is_accepted) {
  const char *names[] = {"objectformat",    "refstorage",     "worktreeconfig",    "partialclone",
                         "preciousobjects", "relativeworktrees", "submodulepathconfig"};
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, is_accepted ? sizeof names / sizeof *names : 0);
}

/// Remembers objects of a kind up to a size in bytes, which is 4,096 for directories and 0 for files
/// when nothing was set; variadic functions are not seen by Swift.
static inline int clibgit2_set_cached_size(git_object_t kind, size_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, kind, bytes);
}

/// Remembers so many bytes of objects in all, which is 256 MiB when nothing was set.
static inline int clibgit2_set_cache(ssize_t bytes) {
  return git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, bytes);
}

/// Remembers no object and maps little of a pack at a time, for a walk that reads each object only once.
static inline void clibgit2_read_once(int is_on) {
  git_libgit2_opts(GIT_OPT_ENABLE_CACHING, !is_on);
  // On a system of 64 bits, 1 GiB and 8 GiB when nothing was set.
  git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, (size_t)1 << (is_on ? 20 : 30));
  git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, (size_t)1 << (is_on ? 23 : 33));
}

/// Reads objects without hashing them, as git-log(1) does; variadic functions are not seen by Swift.
static inline int clibgit2_trust_hashes(void) {
  return git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
}

/// Looks in this folder for the settings of the whole computer, or nowhere when it is empty; variadic
/// functions are not seen by Swift.
static inline int clibgit2_set_system_folder(const char *folder) {
  return git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, GIT_CONFIG_LEVEL_SYSTEM, folder);
}

#endif
