// The program starts in C, because only a C main is given the arguments by the system: Swift's
// CommandLine looks for them in /proc and beside the environment, where neither need be.
extern int habit_run(int count, const char *const *words);

int main(int count, char **words) { return habit_run(count, (const char *const *)words); }
