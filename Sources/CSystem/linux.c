// The calls that only Linux has; another system would have a file of its own beside this one.

#define _GNU_SOURCE
#include "CSystem.h"

#include <dirent.h>
#include <poll.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <termios.h>

int system_exchange(const char *left, const char *right) {
  return renameat2(AT_FDCWD, left, AT_FDCWD, right, RENAME_EXCHANGE);
}

long long system_birth(const char *path) {
  struct statx status;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &status)) return -1;
  if (!(status.stx_mask & STATX_BTIME)) return -1;
  return status.stx_btime.tv_sec * 1000000000LL + status.stx_btime.tv_nsec;
}

// Whether a call fails because the kernel or the file system does not have it.
static int is_unsupported(void) {
  return errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP;
}

int system_rename_to_new(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (!is_unsupported()) return -1;
  if (link(from, to) == 0) return unlink(from);
  if (!system_lacks_links(errno)) return -1;
  struct stat status;
  if (lstat(to, &status) == 0) {
    errno = EEXIST;
    return -1;
  }
  return errno == ENOENT ? rename(from, to) : -1;
}

int system_lacks_links(int code) {
  return code != EEXIST && code != ENOSPC && code != EDQUOT && code != EROFS && code != EACCES &&
         code != ENOENT;
}

void system_copy_attributes(const char *path, int file, int with_list) {
  char names[4096], value[4096];
  ssize_t length = llistxattr(path, names, sizeof names);
  for (const char *name = names; name < names + length; name += strlen(name) + 1) {
    int is_list = strcmp(name, "system.posix_acl_access") == 0;
    if (is_list ? !with_list : strncmp(name, "user.", 5) != 0) continue;
    ssize_t size = lgetxattr(path, name, value, sizeof value);
    if (size >= 0) fsetxattr(file, name, value, size, 0);
  }
}

int system_synchronize(int file) {
  if (syncfs(file) == 0) return 0;
  if (!is_unsupported()) return -1;
  sync();
  return 0;
}

int system_bind(const char *name) {
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

struct system_entries {
  int file;
  ssize_t size, next;
  _Alignas(struct dirent64) char buffer[8192];
};

struct system_entries *system_open_entries(const char *path, int follows_link) {
  int file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (follows_link ? 0 : O_NOFOLLOW));
  struct system_entries *entries = file < 0 ? NULL : malloc(sizeof *entries);
  if (entries == NULL) {
    int code = errno;
    if (file >= 0) close(file);
    errno = code;
    return NULL;
  }
  entries->file = file;
  entries->size = entries->next = 0;
  return entries;
}

const char *system_next_entry(struct system_entries *entries, enum system_kind *kind) {
  for (;;) {
    if (entries->next == entries->size) {
      errno = 0;
      entries->size = getdents64(entries->file, entries->buffer, sizeof entries->buffer);
      entries->next = 0;
      if (entries->size <= 0) return entries->size = 0, NULL;
    }
    struct dirent64 *entry = (struct dirent64 *)(entries->buffer + entries->next);
    entries->next += entry->d_reclen;
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    struct system_status status = {.kind = system_other};
    // One that is gone meanwhile is no entry.
    if (entry->d_type == DT_UNKNOWN &&
        system_status_at(&status, entries->file, name, AT_SYMLINK_NOFOLLOW))
      continue;
    *kind = entry->d_type == DT_REG   ? system_file
            : entry->d_type == DT_DIR ? system_directory
            : entry->d_type == DT_LNK ? system_symbolic_link
                                      : status.kind;
    return name;
  }
}

void system_close_entries(struct system_entries *entries) {
  close(entries->file);
  free(entries);
}

ssize_t system_executable(char *path, size_t size) { return readlink("/proc/self/exe", path, size); }

int system_was_started_with(pid_t process, const char *text) {
  char path[64], line[65536];
  snprintf(path, sizeof path, "/proc/%d/cmdline", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? -1 : read(file, line, sizeof line - 1);
  if (file >= 0) close(file);
  if (length < 0) return 0;
  line[length] = 0;
  for (const char *word = line; word < line + length; word += strlen(word) + 1)
    if (strncmp(word, text, strlen(text)) == 0) return 1;
  return 0;
}

// Whether the second screen of the terminal is shown, and whether it is to be painted again.
static volatile sig_atomic_t has_screen, is_stale;
// How the terminal was before.
static struct termios usual_modes;

static void write_screen(const char *sequence) {
  (void)!write(STDOUT_FILENO, sequence, strlen(sequence));
}

static void handle_screen_signals(void (*handler)(int)) {
  const int numbers[] = {SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH,
                         SIGILL,  SIGTRAP, SIGABRT, SIGBUS, SIGSEGV, SIGFPE};
  for (int i = 0; i < 12; i++) {
    struct sigaction before, action = {.sa_handler = handler,
                                       .sa_flags = SA_NODEFER | SA_ONSTACK | SA_RESTART};
    // One that was ignored before, as by nohup(1), stays ignored.
    if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(numbers[i], &action, NULL);
  }
}

// Lets a signal do on the first screen what it does; behind a stop the second one comes back.
static void note_screen_signal(int number) {
  int code = errno;
  if (number != SIGWINCH) {
    system_leave_screen();
    raise(number);
    system_enter_screen();
  }
  is_stale = 1;
  errno = code;
}

int system_enter_screen(void) {
  // A trap may be that of a full stack.
  static char stack[1 << 14];
  if (tcgetattr(STDIN_FILENO, &usual_modes)) return -1;
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  has_screen = 1;
  handle_screen_signals(note_screen_signal);
  struct termios modes = usual_modes;
  modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  tcsetattr(STDIN_FILENO, TCSANOW, &modes);
  write_screen("\033[?1049h");
  return 0;
}

void system_leave_screen(void) {
  if (!has_screen) return;
  tcsetattr(STDIN_FILENO, TCSANOW, &usual_modes);
  write_screen("\033[?1049l");
  handle_screen_signals(SIG_DFL);
  has_screen = 0;
}

// Whether these bytes are a key: a letter, or the sequence of a key that has a name.
static int is_key(const uint8_t *bytes, ssize_t count) {
  uint8_t first = bytes[0], last = bytes[count - 1];
  if (first == 0x1B) return count == 2 ? last != '[' && last != 'O' : count > 2 && last >= 0x40;
  return count >= (first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4);
}

// The key at a terminal that is not waited for line by line, unless a signal comes first.
static ssize_t read_raw_key(uint8_t *bytes, size_t size, int signals, const sigset_t *mask) {
  struct pollfd waited[] = {{STDIN_FILENO, POLLIN, 0}, {signals, POLLIN, 0}};
  for (;;) {
    if (is_stale) {
      is_stale = 0;
      errno = EINTR;
      return -1;
    }
    if (ppoll(waited, 2, NULL, mask) < 0) {
      if (errno != EINTR) return -1;
      continue;
    }
    if (waited[1].revents) return 0;
    if (!waited[0].revents) continue;
    ssize_t count = read(STDIN_FILENO, bytes, 1);
    if (count < 0 && errno == EINTR) continue;
    // A line may bring the next byte of a key some milliseconds later.
    while (count > 0 && (size_t)count < size && !is_key(bytes, count) && poll(waited, 1, 25) == 1 &&
           read(STDIN_FILENO, bytes + count, 1) == 1)
      count++;
    return count;
  }
}

ssize_t system_read_key(uint8_t *bytes, size_t size) {
  struct termios usual;
  if (tcgetattr(STDIN_FILENO, &usual)) return -1;
  struct termios raw = usual;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  // Signals that end the program are held back until the terminal is restored; others come while
  // nothing is done but wait.
  sigset_t held, none;
  sigemptyset(&held);
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};
  for (int i = 0; i < 4; i++) sigaddset(&held, numbers[i]);
  none = held;
  int signals = signalfd(-1, &held, SFD_CLOEXEC);
  for (int i = 4; i < 6; i++) sigaddset(&held, numbers[i]);
  pthread_sigmask(SIG_BLOCK, &held, NULL);
  ssize_t count = -1;
  if (signals >= 0 && tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0)
    count = read_raw_key(bytes, size, signals, &none);
  int code = errno;
  tcsetattr(STDIN_FILENO, TCSANOW, &usual);
  if (signals >= 0) close(signals);
  pthread_sigmask(SIG_UNBLOCK, &held, NULL);
  errno = code;
  return count;
}

int system_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

// The descriptor that becomes a standard stream of a new program; -1 with errno.
static int stream(int wish, int number) {
  if (wish == SYSTEM_INHERITED) return number;
  return wish == SYSTEM_NULL ? open("/dev/null", O_RDWR | O_CLOEXEC) : wish;
}

// The most memory of a bounded process.
static const rlim_t most_memory = 1 << 30;

// Runs in the new process, between fork(2) and execve(2); false with errno.
static int prepare(enum system_process_kind kind, pid_t parent, const int wishes[3]) {
  for (int number = 0; number < 3; number++) {
    int file = stream(wishes[number], number);
    if (file < 0 || (file == number ? fcntl(file, F_SETFD, 0) : dup2(file, number)) < 0) return 0;
  }
  sigset_t none;
  sigemptyset(&none);
  if (signal(SIGPIPE, SIG_DFL) == SIG_ERR || sigprocmask(SIG_SETMASK, &none, NULL)) return 0;
  switch (kind) {
    case system_inherits:
      return 1;
    case system_detached:
      for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
      closefrom(4);
      return setsid() >= 0 && chdir("/") == 0;
    case system_bounded:
      if (setrlimit(RLIMIT_AS, &(struct rlimit){most_memory, most_memory})) return 0;
      // Fall through: it is in a session, too.
    case system_in_session:
      if (setsid() < 0) return 0;
      break;
    case system_in_terminal:
      break;
  }
  // Who was killed before this would be waited for in vain.
  return prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent;
}

int system_start(pid_t *process, enum system_process_kind kind, const char *path,
                char *const arguments[], char *const environment[], const char *folder, int input,
                int output, int errors) {
  const int wishes[3] = {input, output, errors};
  int failure[2];
  if (pipe2(failure, O_CLOEXEC)) return errno;
  pid_t parent = getpid(), child = fork();
  if (child == 0) {
    if (kind == system_detached) {
      // So that it leaves no zombie: the first process ends at once.
      pid_t second = fork();
      if (second < 0) (void)!write(failure[1], &errno, sizeof errno);
      if (second != 0) _exit(0);
    }
    // closefrom(3) spares it there.
    int told = kind == system_detached ? dup3(failure[1], 3, O_CLOEXEC) : failure[1];
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
  if (has_failed || (child > 0 && kind == system_detached)) waitpid(child, NULL, 0);
  close(failure[0]);
  *process = child;
  return code;
}
