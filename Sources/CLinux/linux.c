#define _GNU_SOURCE
#include "CLinux.h"

#include <sys/signalfd.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int linux_exchange(const char *left, const char *right) {
  return renameat2(AT_FDCWD, left, AT_FDCWD, right, RENAME_EXCHANGE);
}

int linux_rename_to_new(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int linux_syncfs(int file) { return syncfs(file); }

int linux_signal_descriptor(const sigset_t *signals) { return signalfd(-1, signals, SFD_CLOEXEC); }

int linux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
