#define _GNU_SOURCE
#include "CLinux.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int linux_exchange(const char *left, const char *right) {
  return renameat2(AT_FDCWD, left, AT_FDCWD, right, RENAME_EXCHANGE);
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
    // Who was told to ignore one, as by nohup(1), goes on to.
    if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(signals[i], &action, NULL);
  }
  return ends[0];
}

int linux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int linux_spawn_apart(pid_t *process, const char *name, char *const arguments[],
                      char *const environment[], const char *folder, int input, int output,
                      int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t usual;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = posix_spawnattr_init(&attributes);
  if (code) goto end;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  if ((code = posix_spawn_file_actions_adddup2(&actions, input, 0)) == 0 &&
      (code = posix_spawn_file_actions_adddup2(&actions, output, 1)) == 0 &&
      (code = posix_spawn_file_actions_adddup2(&actions, errors, 2)) == 0 &&
      (!folder || (code = posix_spawn_file_actions_addchdir_np(&actions, folder)) == 0) &&
      (code = posix_spawnattr_setpgroup(&attributes, 0)) == 0 &&
      (code = posix_spawnattr_setsigdefault(&attributes, &usual)) == 0 &&
      (code = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
                                                        POSIX_SPAWN_SETSIGDEF)) == 0)
    code = posix_spawnp(process, name, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
end:
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int linux_spawn_reader(pid_t *process, const char *name, char *const arguments[],
                       char *const environment[], int input) {
  posix_spawn_file_actions_t actions;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  if ((code = posix_spawn_file_actions_adddup2(&actions, input, 0)) == 0)
    code = posix_spawnp(process, name, &actions, NULL, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int linux_spawn_detached(pid_t *process, const char *path, char *const arguments[],
                         char *const environment[]) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t signals;
  int code = posix_spawn_file_actions_init(&actions);
  if (code) return code;
  code = posix_spawnattr_init(&attributes);
  if (code) goto end;
  sigemptyset(&signals);
  if ((code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)) == 0 &&
      (code = posix_spawn_file_actions_adddup2(&actions, 0, 1)) == 0 &&
      (code = posix_spawn_file_actions_adddup2(&actions, 0, 2)) == 0 &&
      (code = posix_spawn_file_actions_addclosefrom_np(&actions, 3)) == 0 &&
      (code = posix_spawn_file_actions_addchdir_np(&actions, "/")) == 0 &&
      (code = posix_spawnattr_setsigmask(&attributes, &signals)) == 0 &&
      (code = (sigfillset(&signals), posix_spawnattr_setsigdefault(&attributes, &signals))) == 0 &&
      (code = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK |
                                                        POSIX_SPAWN_SETSIGDEF)) == 0)
    code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
end:
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int linux_start(pid_t *process, const char *path, char *const arguments[],
                char *const environment[], const char *folder, int output, int errors,
                int has_terminal) {
  int failure[2];
  if (pipe2(failure, O_CLOEXEC)) return errno;
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    sigset_t none;
    sigemptyset(&none);
    int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (input >= 0 && dup2(input, 0) == 0 && dup2(output, 1) == 1 && dup2(errors, 2) == 2 &&
        (has_terminal || setsid() >= 0) && prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 &&
        signal(SIGPIPE, SIG_DFL) != SIG_ERR && sigprocmask(SIG_SETMASK, &none, NULL) == 0 &&
        chdir(folder) == 0 && getppid() == parent)
      execve(path, arguments, environment);
    int code = errno;
    (void)!write(failure[1], &code, sizeof code);
    _exit(127);
  }
  int code = child < 0 ? errno : 0;
  close(failure[1]);
  // Nothing comes when the program runs: the pipe is closed for it.
  if (child > 0 && read(failure[0], &code, sizeof code) == sizeof code) waitpid(child, NULL, 0);
  close(failure[0]);
  *process = child;
  return code;
}
