#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

int linux_exchange(const char *left, const char *right) {
  return renameat2(AT_FDCWD, left, AT_FDCWD, right, RENAME_EXCHANGE);
}

long long linux_birth(const char *path) {
  struct statx status;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &status)) return -1;
  if (!(status.stx_mask & STATX_BTIME)) return -1;
  return status.stx_btime.tv_sec * 1000000000LL + status.stx_btime.tv_nsec;
}

// Whether a call fails because the kernel or the file system does not have it.
static int is_unsupported(void) {
  return errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP;
}

int linux_rename_to_new(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (!is_unsupported()) return -1;
  if (link(from, to) == 0) return unlink(from);
  if (!linux_lacks_links(errno)) return -1;
  struct stat status;
  if (lstat(to, &status) == 0) {
    errno = EEXIST;
    return -1;
  }
  return errno == ENOENT ? rename(from, to) : -1;
}

int linux_lacks_links(int code) {
  return code != EEXIST && code != ENOSPC && code != EDQUOT && code != EROFS && code != EACCES &&
         code != ENOENT;
}

void linux_copy_attributes(const char *path, int file, int with_list) {
  char names[4096], value[4096];
  ssize_t length = llistxattr(path, names, sizeof names);
  for (const char *name = names; name < names + length; name += strlen(name) + 1) {
    int is_list = strcmp(name, "system.posix_acl_access") == 0;
    if (is_list ? !with_list : strncmp(name, "user.", 5) != 0) continue;
    ssize_t size = lgetxattr(path, name, value, sizeof value);
    if (size >= 0) fsetxattr(file, name, value, size, 0);
  }
}

int linux_syncfs(int file) {
  if (syncfs(file) == 0) return 0;
  if (!is_unsupported()) return -1;
  sync();
  return 0;
}

int linux_bind(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strnlen(name, sizeof address.sun_path - 1);
  memcpy(address.sun_path + 1, name, length);
  int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (file < 0) return -1;
  socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + length;
  if (bind(file, (struct sockaddr *)&address, size) == 0) return file;
  int code = errno;
  close(file);
  errno = code;
  return -1;
}

ssize_t linux_read_directory(int file, void *entries, size_t size) {
  return getdents64(file, entries, size);
}

int linux_signal_descriptor(const sigset_t *signals) { return signalfd(-1, signals, SFD_CLOEXEC); }

static int interruptions = -1;

static void note_interruption(int signal) {
  int code = errno;
  unsigned char byte = (unsigned char)signal;
  if (write(interruptions, &byte, 1) < 0) _exit(128 + signal);
  errno = code;
}

int linux_catch_interruptions(void) {
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return -1;
  interruptions = ends[1];
  for (int i = 0; i < 3; i++) {
    struct sigaction action = {.sa_handler = note_interruption, .sa_flags = SA_RESTART};
    struct sigaction before;
    // One that was ignored before, as by nohup(1), stays ignored.
    if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(signals[i], &action, NULL);
  }
  return ends[0];
}

int linux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

// The descriptor that becomes a standard stream of a new program; -1 with errno.
static int stream(int wish, int number) {
  if (wish == LINUX_INHERITED) return number;
  return wish == LINUX_NULL ? open("/dev/null", O_RDWR | O_CLOEXEC) : wish;
}

// The most memory of a bounded process.
static const rlim_t most_memory = 1 << 30;

// Runs in the new process, between fork(2) and execve(2); false with errno.
static int prepare(enum linux_process_kind kind, pid_t parent, const int wishes[3]) {
  for (int number = 0; number < 3; number++) {
    int file = stream(wishes[number], number);
    if (file < 0 || (file == number ? fcntl(file, F_SETFD, 0) : dup2(file, number)) < 0) return 0;
  }
  sigset_t none;
  sigemptyset(&none);
  if (signal(SIGPIPE, SIG_DFL) == SIG_ERR || sigprocmask(SIG_SETMASK, &none, NULL)) return 0;
  switch (kind) {
    case linux_inherits:
      return 1;
    case linux_detached:
      for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
      closefrom(4);
      return setsid() >= 0 && chdir("/") == 0;
    case linux_bounded:
      if (setrlimit(RLIMIT_AS, &(struct rlimit){most_memory, most_memory})) return 0;
      // Fall through: it is in a session, too.
    case linux_in_session:
      if (setsid() < 0) return 0;
      break;
    case linux_in_terminal:
      break;
  }
  // Who was killed before this would be waited for in vain.
  return prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent;
}

int linux_start(pid_t *process, enum linux_process_kind kind, const char *path,
                char *const arguments[], char *const environment[], const char *folder, int input,
                int output, int errors) {
  const int wishes[3] = {input, output, errors};
  int failure[2];
  if (pipe2(failure, O_CLOEXEC)) return errno;
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    if (kind == linux_detached) {
      // So that it leaves no zombie: the first process ends at once.
      pid_t second = fork();
      if (second < 0) (void)!write(failure[1], &errno, sizeof errno);
      if (second != 0) _exit(0);
    }
    // closefrom(3) spares it there.
    int told = kind == linux_detached ? dup3(failure[1], 3, O_CLOEXEC) : failure[1];
    if (told < 0 && errno == EINVAL) told = failure[1];
    if (prepare(kind, parent, wishes) && (folder == NULL || chdir(folder) == 0))
      execve(path, arguments, environment);
    int code = errno;
    (void)!write(told, &code, sizeof code);
    _exit(127);
  }
  int code = child < 0 ? errno : 0;
  close(failure[1]);
  // Nothing comes when the program runs: the pipe is closed for it.
  int has_failed = child > 0 && read(failure[0], &code, sizeof code) == sizeof code;
  if (has_failed || (child > 0 && kind == linux_detached)) waitpid(child, NULL, 0);
  close(failure[0]);
  *process = child;
  return code;
}
