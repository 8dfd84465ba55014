#define _GNU_SOURCE
#include "tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

// Files with several names, to be copied once.
struct linked {
  size_t count;
  struct {
    dev_t device;
    ino_t inode;
    char *copy;
  } files[4096];
};

static int copy_bytes(int source, int target, const struct stat *status) {
  for (off_t left = status->st_size; left > 0;) {
    ssize_t count = sendfile(target, source, NULL, (size_t)left);
    if (count < 0) return -1;
    if (count == 0) break;
    left -= count;
  }
  struct timespec times[2] = {status->st_atim, status->st_mtim};
  return fchmod(target, status->st_mode & 07777) || futimens(target, times);
}

static int copy_file(const char *from, const char *to, const struct stat *status,
                     struct linked *linked) {
  if (status->st_nlink > 1) {
    for (size_t i = 0; i < linked->count; i++)
      if (linked->files[i].inode == status->st_ino && linked->files[i].device == status->st_dev)
        return link(linked->files[i].copy, to);
    if (linked->count == sizeof linked->files / sizeof linked->files[0]) {
      errno = EMLINK;
      return -1;
    }
    linked->files[linked->count].device = status->st_dev;
    linked->files[linked->count].inode = status->st_ino;
    linked->files[linked->count].copy = strdup(to);
    if (!linked->files[linked->count++].copy) return -1;
  }
  int source = open(from, O_RDONLY | O_CLOEXEC);
  if (source < 0) return -1;
  int target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  int failure = target < 0 ? -1 : copy_bytes(source, target, status);
  int number = errno;
  if (target >= 0) close(target);
  close(source);
  errno = number;
  return failure;
}

static int copy_link(const char *from, const char *to, const struct stat *status) {
  char target[PATH_MAX];
  ssize_t length = readlink(from, target, sizeof target - 1);
  if (length < 0) return -1;
  target[length] = 0;
  struct timespec times[2] = {status->st_atim, status->st_mtim};
  return symlink(target, to) || utimensat(AT_FDCWD, to, times, AT_SYMLINK_NOFOLLOW);
}

static int copy_folder(const char *from, const char *to, struct linked *linked) {
  struct stat status;
  if (stat(from, &status) || (mkdir(to, 0700) && errno != EEXIST)) return -1;
  DIR *folder = opendir(from);
  if (!folder) return -1;
  int failure = 0;
  for (struct dirent *entry; !failure && (entry = readdir(folder));) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    char source[PATH_MAX], target[PATH_MAX];
    snprintf(source, sizeof source, "%s/%s", from, entry->d_name);
    snprintf(target, sizeof target, "%s/%s", to, entry->d_name);
    struct stat inner;
    if (lstat(source, &inner)) failure = -1;
    else if (S_ISDIR(inner.st_mode)) failure = copy_folder(source, target, linked);
    else if (S_ISLNK(inner.st_mode)) failure = copy_link(source, target, &inner);
    else failure = copy_file(source, target, &inner, linked);
  }
  int number = errno;
  closedir(folder);
  errno = number;
  struct timespec times[2] = {status.st_atim, status.st_mtim};
  if (failure) return -1;
  return chmod(to, status.st_mode & 07777) || utimensat(AT_FDCWD, to, times, 0);
}

int test_copy(const char *from, const char *to) {
  struct linked linked = {0};
  int number = copy_folder(from, to, &linked) ? errno : 0;
  while (linked.count > 0) free(linked.files[--linked.count].copy);
  return number;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
  (void)status, (void)kind;
  return place->level > 0 ? remove(path) : 0;
}

int test_empty(const char *folder) {
  return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS) ? errno : 0;
}
