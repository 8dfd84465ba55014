// How tests start programs: with calls of Linux that Swift's Glibc module does not show, because
// glibc declares them only under _GNU_SOURCE.
#ifndef HABIT_CTESTSUPPORT_H
#define HABIT_CTESTSUPPORT_H

#include <sys/types.h>

// A program that was started.
struct test_program {
  // Its process, which is also its process group.
  pid_t process;
  // A descriptor that can be read once it has ended, to be closed. Source: pidfd_open(2).
  int end;
};

// Starts the program at a path in a folder, with these descriptors as its standard streams and no
// other of ours: 0, or an error number. Source: posix_spawn(3), posix_spawn_file_actions_addchdir_np.
int test_start(struct test_program *program, const char *path, char *const arguments[],
               char *const environment[], const char *folder, const int streams[3]);

// An empty file without a name, or -1 with errno. Source: memfd_create(2).
int test_file(void);

#endif
