// The calls of Linux that Swift's Glibc module does not show, because glibc declares them only
// under _GNU_SOURCE.
#ifndef HABIT_CLINUX_H
#define HABIT_CLINUX_H

#include <signal.h>
#include <sys/types.h>

// Swaps two files of one file system in one step; 0, or -1 with errno.
// Source: renameat2(2), RENAME_EXCHANGE.
int linux_exchange(const char *left, const char *right);

// Renames a file to a name that does not exist yet; 0, or -1 with errno (EEXIST when it exists).
// Where the file system cannot do it in one step, the file gets the name as a second one and loses
// the first; where it has no hard links either, the name is looked for before it is taken.
// Source: renameat2(2), RENAME_NOREPLACE; link(2).
int linux_rename_to_new(const char *from, const char *to);

// Whether link(2) fails with this code because the file system has no hard links: network file
// systems answer with many codes, so all count that do not mean something else.
int linux_lacks_links(int code);

// Gives an open file the attributes of the file at a path that are the user's own and, when wanted, its
// access control list; what one of the file systems does not have, or refuses, is left out.
// Source: xattr(7), acl(5).
void linux_copy_attributes(const char *path, int file, int with_list);

// When a file was born, in nanoseconds since 1970; -1 where the file system does not keep that time.
// Links are not followed. Source: statx(2), STATX_BTIME.
long long linux_birth(const char *path);

// Brings everything written to the file system that holds the open file to the disk, or all file
// systems where the kernel cannot do it for one; 0, or -1 with errno. Source: syncfs(2), sync(2).
int linux_syncfs(int file);

// Takes a name that only one process of this machine can have, and that the kernel frees when it
// ends: a descriptor to close, or -1 with errno (EADDRINUSE when it is taken).
// Source: unix(7), abstract sockets.
int linux_bind(const char *name);

// Reads entries of an open directory, each a struct linux_dirent64: how many bytes they take, 0 behind
// the last one, or -1 with errno. Source: getdents64(2).
ssize_t linux_read_directory(int file, void *entries, size_t size);

// A descriptor that can be read once one of these signals is pending; -1 with errno when there is
// none to have. Source: signalfd(2), SFD_CLOEXEC.
int linux_signal_descriptor(const sigset_t *signals);

// Keeps SIGINT, SIGTERM and SIGHUP from ending the program, once: each writes its number, a byte, to
// the pipe whose other end is returned; -1 with errno.
int linux_catch_interruptions(void);

// A pipe that no program inherits which another thread starts at this moment: first the end to
// read, then the end to write; 0, or -1 with errno. Source: pipe2(2), O_CLOEXEC.
int linux_pipe(int ends[2]);

// How a program is related to us.
enum linux_process_kind {
  // It has our terminal and stays when we are killed, as an editor.
  linux_inherits,
  // It has our terminal and gets SIGTERM when the thread that started it ends. Source: prctl(2).
  linux_in_terminal,
  // The same without a terminal: it leads a session of its own. Source: setsid(2).
  linux_in_session,
  // The same, with 1 GiB of memory at most. Source: setrlimit(2), RLIMIT_AS.
  linux_bounded,
  // It outlives us and the terminal: in a session of its own, without any descriptor of ours, in the
  // root folder. Source: closefrom(3).
  linux_detached,
};

// In place of a descriptor of a standard stream: ours, and one that leads nowhere.
#define LINUX_INHERITED (-1)
#define LINUX_NULL (-2)

// Starts the program at a path with these standard streams, in a folder unless that is NULL; 0, or an
// error number, that of execve(2), too. Source: fork(2).
int linux_start(pid_t *process, enum linux_process_kind kind, const char *path,
                char *const arguments[], char *const environment[], const char *folder, int input,
                int output, int errors);

#endif
