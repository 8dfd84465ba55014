// The calls of the operating system. The functions and constants of POSIX that Swift can use as they
// are come from the system's headers; this module wraps all others, so that no structure, macro or
// variadic function of a system is seen in Swift.
//
// posix.c is the same on every system; linux.c has the calls that only Linux has. All functions that
// return an int and do not say otherwise return 0, or -1 with errno.
#ifndef HABIT_CSYSTEM_H
#define HABIT_CSYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// MARK: posix.c

int system_errno(void);

// Source: open(2); a descriptor, or -1 with errno.
int system_open(const char *path, int options, mode_t mode);

enum system_kind { system_file, system_directory, system_symbolic_link, system_other };

// The members of struct stat.
struct system_status {
  enum system_kind kind;
  uint32_t mode, user, group;
  uint64_t inode, device;
  int64_t size, modified_seconds, modified_nanoseconds, changed_seconds, changed_nanoseconds;
};

// The status of a path relative to an open folder or AT_FDCWD. Source: fstatat(2).
int system_status_at(struct system_status *status, int folder, const char *path, int options);

// The status of an open file. Source: fstat(2).
int system_status_of(struct system_status *status, int file);

// Handlers for signal(2).
extern void (*const system_ignore)(int);
extern void (*const system_default)(int);

// Ends this process with a signal. Source: signal(2), kill(2).
_Noreturn void system_end(int signal);

// Keeps SIGINT, SIGTERM and SIGHUP from ending the program, once: each writes its number, a byte, to
// the pipe whose other end is returned; -1 with errno.
int system_catch_interruptions(void);

// Makes reading and writing an open file fail with EAGAIN instead of waiting. Source: fcntl(2).
int system_set_nonblocking(int file);

// Waits until one of these files can be read, or the last be written; -1 is no file. It returns after
// so many milliseconds at the latest. Source: poll(2).
void system_wait(const int readers[2], int writer, int milliseconds);

// Whether a process of ours has ended; it stays a zombie. Source: waitid(2), WNOWAIT.
int system_has_ended(pid_t process);

// The size of the terminal at standard output, 0 where it has none. Source: tty_ioctl(4).
void system_terminal_size(int *columns, int *lines);

// By how many seconds local time is ahead of UTC at a time. Source: localtime(3).
long system_offset(time_t time);

// The time of a local date and time of day, and by how many seconds local time is ahead of UTC then.
// Source: mktime(3).
time_t system_time(int year, int month, int day, int second, long *offset);

// The variables of this process; the last is NULL.
char **system_environment(void);

// How a program is related to us.
enum system_process_kind {
  // It has our terminal and stays when we are killed, as an editor.
  system_inherits,
  // It has our terminal and gets SIGTERM when the thread that started it ends.
  system_in_terminal,
  // The same without a terminal: it leads a session of its own. Source: setsid(2).
  system_in_session,
  // The same, with 1 GiB of memory at most. Source: setrlimit(2), RLIMIT_AS.
  system_bounded,
  // It outlives us and the terminal: in a session of its own, without any descriptor of ours, in the
  // root folder.
  system_detached,
};

// In place of a descriptor of a standard stream: ours, and one that leads nowhere.
#define SYSTEM_INHERITED (-1)
#define SYSTEM_NULL (-2)

// MARK: linux.c

// Starts the program at a path with these standard streams, in a folder unless that is NULL; 0, or an
// error number, that of execve(2), too. Source: fork(2), prctl(2), closefrom(3).
int system_start(pid_t *process, enum system_process_kind kind, const char *path,
                 char *const arguments[], char *const environment[], const char *folder, int input,
                 int output, int errors);

// A pipe that no program inherits which another thread starts at this moment: first the end to
// read, then the end to write. Source: pipe2(2), O_CLOEXEC.
int system_pipe(int ends[2]);

// Swaps two files of one file system in one step. Source: renameat2(2), RENAME_EXCHANGE.
int system_exchange(const char *left, const char *right);

// Renames a file to a name that does not exist yet; EEXIST when it exists. Where the file system
// cannot do it in one step, the file gets the name as a second one and loses the first; where it has
// no hard links either, the name is looked for before it is taken.
// Source: renameat2(2), RENAME_NOREPLACE; link(2).
int system_rename_to_new(const char *from, const char *to);

// Whether link(2) fails with this code because the file system has no hard links: network file
// systems answer with many codes, so all count that do not mean something else.
int system_lacks_links(int code);

// Gives an open file the attributes of the file at a path that are the user's own and, when wanted, its
// access control list; an attribute that one of the file systems does not have, or refuses, is left
// out. Source: xattr(7), acl(5).
void system_copy_attributes(const char *path, int file, int with_list);

// When a file was created, in nanoseconds since 1970; -1 where the file system does not keep that time.
// Links are not followed. Source: statx(2), STATX_BTIME.
long long system_birth(const char *path);

// Brings everything written to the file system that holds the open file to the disk, or all file
// systems where the kernel cannot do it for one. Source: syncfs(2), sync(2).
int system_synchronize(int file);

// An open directory.
struct system_entries;

// Opens a directory, through a symbolic link if that is followed; NULL with errno.
struct system_entries *system_open_entries(const char *path, int follows_link);

// The name of the next entry but . and .., and what it is; NULL behind the last with errno 0, or with
// another errno. Source: getdents64(2). readdir(3) takes three calls more for each directory, and
// there may be nine thousand.
const char *system_next_entry(struct system_entries *entries, enum system_kind *kind);

void system_close_entries(struct system_entries *entries);

// Takes a name that only one process of this machine can have, and that the kernel frees when it
// ends: a descriptor to close, or -1 with errno (EADDRINUSE when it is taken).
// Source: unix(7), abstract sockets.
int system_bind(const char *name);

// Reads a key of the terminal at standard input without echo: the number of its bytes, 0 at the end of
// input or when a signal that ends the program is pending, -1 with errno; EINTR when the second screen
// is to be painted again. The terminal is restored. Source: termios(3), signalfd(2).
ssize_t system_read_key(uint8_t *bytes, size_t size);

// Shows the second screen of the terminal, without echo; 0, or -1 with errno. Whatever ends or stops
// the program goes back to the first one. Source: xterm(1), mode 1049; signal-safety(7).
int system_enter_screen(void);

// Goes back to the first screen; nothing where it is shown.
void system_leave_screen(void);

// The path of this program: the number of its bytes, or -1 with errno. Source: proc_pid_exe(5).
ssize_t system_executable(char *path, size_t size);

// Whether a word of a process's command line begins with a text. Source: proc_pid_cmdline(5).
int system_was_started_with(pid_t process, const char *text);

#endif
