// Why libgit2 is not simply linked: loading it and the sixteen libraries it needs costs every
// process 3.3 ms, and starting it another 6.5 ms (it parses the bundle of certificates). Most
// commands only read files and need none of it. So the program links these trampolines instead,
// each a jump through a slot that stays empty until clibgit2_load() has found the real function.
// The callers see the declarations of <git2.h> and notice nothing.

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// What version.h of libgit2 1.9 takes from common.h, which declares functions that are defined here.
#define GIT_BEGIN_DECL
#define GIT_END_DECL
#include <git2/version.h>

#define HIDDEN __attribute__((visibility("hidden")))

#define X(name) HIDDEN void *clibgit2_slot_##name;
#include "functions.def"
#undef X

#if defined(__x86_64__)
#define JUMP(name) "jmp *clibgit2_slot_" #name "(%rip)"
#elif defined(__aarch64__)
#define JUMP(name)                        \
  "adrp x16, clibgit2_slot_" #name "\n"   \
  "ldr x16, [x16, :lo12:clibgit2_slot_" #name "]\n" \
  "br x16"
#else
#error "write the trampoline of this processor: a jump through the slot that keeps every register"
#endif

// Hidden, so that libgit2's own calls to itself never come back through here.
#define X(name) \
  HIDDEN __attribute__((naked)) void name(void) { __asm__ volatile(JUMP(name)); }
#include "functions.def"
#undef X

static const struct {
  const char *name;
  void **slot;
} functions[] = {
#define X(name) {#name, &clibgit2_slot_##name},
#include "functions.def"
#undef X
};

enum { function_count = sizeof functions / sizeof functions[0] };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local char message[512];

// Structures differ between minor versions, so the library must be of the headers' own.
static const char *check_version(void *library) {
  int (*version)(int *, int *, int *) =
      (int (*)(int *, int *, int *))dlsym(library, "git_libgit2_version");
  if (version == NULL) return "it is not libgit2";
  int major = 0, minor = 0, revision = 0;
  version(&major, &minor, &revision);
  char found[32];
  snprintf(found, sizeof found, "%d.%d", major, minor);
  if (strcmp(found, LIBGIT2_SOVERSION) == 0) return NULL;
  snprintf(message, sizeof message, "it is libgit2 %s, and this program was built for %s", found,
           LIBGIT2_SOVERSION);
  return message;
}

// All slots or none: a slot is filled only after every function was found.
static const char *bind_functions(void *library) {
  void *found[function_count];
  for (size_t i = 0; i < function_count; i++) {
    found[i] = dlsym(library, functions[i].name);
    if (found[i] != NULL) continue;
    snprintf(message, sizeof message, "it has no function %s", functions[i].name);
    return message;
  }
  for (size_t i = 0; i < function_count; i++) *functions[i].slot = found[i];
  return NULL;
}

static const char *load(const char *file_name) {
  void *library = dlopen(file_name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(message, sizeof message, "%s", reason == NULL ? "unknown reason" : reason);
    return message;
  }
  const char *error = check_version(library);
  if (error == NULL && clibgit2_slot_git_libgit2_init == NULL) error = bind_functions(library);
  if (error != NULL) dlclose(library);
  return error;
}

const char *clibgit2_load(const char *file_name) {
  pthread_mutex_lock(&lock);
  const char *error = load(file_name);
  pthread_mutex_unlock(&lock);
  return error;
}
