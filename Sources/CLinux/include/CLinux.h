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

// Starts a program of PATH in a folder and a process group of its own, with these descriptors as
// its standard streams; 0, or an error number. Source: posix_spawn(3).
int linux_spawn_apart(pid_t *process, const char *name, char *const arguments[],
                      char *const environment[], const char *folder, int input, int output,
                      int errors);

// Starts a program of PATH that reads from a descriptor and writes where we do; 0, or an error
// number. Source: posix_spawn(3).
int linux_spawn_reader(pid_t *process, const char *name, char *const arguments[],
                       char *const environment[], int input);

// Starts a program that outlives us and the terminal: in a session of its own, with no descriptor
// of ours, the standard streams leading nowhere, in the root folder; 0, or an error number.
// Source: posix_spawn(3), setsid(2).
int linux_spawn_detached(pid_t *process, const char *path, char *const arguments[],
                         char *const environment[]);

// Starts a program in a folder with these descriptors as standard output and error, and nothing to
// read; without a terminal in a session of its own. It gets SIGTERM when the thread that started it
// ends. 0, or an error number, that of execve(2), too. Source: fork(2), setsid(2), prctl(2).
int linux_start(pid_t *process, const char *path, char *const arguments[],
                char *const environment[], const char *folder, int output, int errors,
                int has_terminal);

#endif
