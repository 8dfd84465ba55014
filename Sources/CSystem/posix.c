// The calls of POSIX whose structures and errno Swift is not to see.

#define _GNU_SOURCE
#include "CSystem.h"

#include <poll.h>
#include <sys/ioctl.h>

int system_errno(void) { return errno; }

int system_open(const char *path, int options, mode_t mode) { return open(path, options, mode); }

// MARK: Status

static void fill(struct system_status *status, const struct stat *found) {
  *status = (struct system_status){
      .kind = S_ISREG(found->st_mode)   ? system_file
              : S_ISDIR(found->st_mode) ? system_directory
              : S_ISLNK(found->st_mode) ? system_symbolic_link
                                        : system_other,
      .mode = found->st_mode,
      .user = found->st_uid,
      .group = found->st_gid,
      .inode = found->st_ino,
      .device = found->st_dev,
      .size = found->st_size,
      .modified_seconds = found->st_mtim.tv_sec,
      .modified_nanoseconds = found->st_mtim.tv_nsec,
      .changed_seconds = found->st_ctim.tv_sec,
      .changed_nanoseconds = found->st_ctim.tv_nsec,
  };
}

int system_status_at(struct system_status *status, int folder, const char *path, int options) {
  struct stat found;
  // FaultTests give the first two inode numbers of their own.
  int result = folder != AT_FDCWD                ? fstatat(folder, path, &found, options)
               : options & AT_SYMLINK_NOFOLLOW ? lstat(path, &found)
                                                 : stat(path, &found);
  if (result == 0) fill(status, &found);
  return result;
}

int system_status_of(struct system_status *status, int file) {
  struct stat found;
  int result = fstat(file, &found);
  if (result == 0) fill(status, &found);
  return result;
}

// MARK: Signals and processes

void (*const system_ignore)(int) = SIG_IGN;
void (*const system_default)(int) = SIG_DFL;

_Noreturn void system_end(int number) {
  signal(number, SIG_DFL);
  kill(getpid(), number);
  for (;;) pause();
}

static int interruptions = -1;

static void note_interruption(int signal) {
  int code = errno;
  unsigned char byte = (unsigned char)signal;
  if (write(interruptions, &byte, 1) < 0) _exit(128 + signal);
  errno = code;
}

int system_catch_interruptions(void) {
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  int ends[2];
  if (system_pipe(ends)) return -1;
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

int system_set_nonblocking(int file) { return fcntl(file, F_SETFL, O_NONBLOCK); }

void system_wait(const int readers[2], int writer, int milliseconds) {
  struct pollfd files[] = {{readers[0], POLLIN, 0}, {readers[1], POLLIN, 0}, {writer, POLLOUT, 0}};
  poll(files, 3, milliseconds);
}

int system_has_ended(pid_t process) {
  siginfo_t information = {.si_pid = 0};
  int result = waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT);
  return result == 0 ? information.si_pid == process : errno != EINTR;
}

char **system_environment(void) { return environ; }

// MARK: The terminal

void system_terminal_size(int *columns, int *lines) {
  struct winsize size = {0};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size)) size = (struct winsize){0};
  *columns = size.ws_col;
  *lines = size.ws_row;
}

// MARK: Time

long system_offset(time_t time) {
  struct tm local = {0};
  localtime_r(&time, &local);
  return local.tm_gmtoff;
}

time_t system_time(int year, int month, int day, int second, long *offset) {
  struct tm local = {
      .tm_year = year - 1900,
      .tm_mon = month - 1,
      .tm_mday = day,
      .tm_hour = second / 3600,
      .tm_min = second / 60 % 60,
      .tm_sec = second % 60,
      .tm_isdst = -1,
  };
  time_t time = mktime(&local);
  *offset = local.tm_gmtoff;
  return time;
}
