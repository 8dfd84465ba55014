#define _GNU_SOURCE
#include "start.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/wait.h>

int test_start(struct test_program *program, const char *path, char *const arguments[],
               char *const environment[], const char *folder, const int streams[3]) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream = 0; stream < 3; stream++)
    posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawn_file_actions_addchdir_np(&actions, folder);

  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                            POSIX_SPAWN_SETSIGMASK);

  int failure =
      posix_spawn(&program->process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return failure;
  program->end = pidfd_open(program->process, 0);
  if (program->end >= 0) return 0;
  failure = errno;
  kill(program->process, SIGKILL);
  waitpid(program->process, NULL, 0);
  return failure;
}

int test_file(void) { return memfd_create("test", MFD_CLOEXEC); }
