// Folders that are brought back many hundred times: a shell with find(1), rm(1) and cp(1) takes longer
// than the program that is tested.
#ifndef HABIT_CTESTSUPPORT_TREE_H
#define HABIT_CTESTSUPPORT_TREE_H

// Copies what is in one folder into another, which is made if it is missing, as `cp -a` does: with
// modes, times, links and the files that have several names. 0, or an error number.
int test_copy(const char *from, const char *to);

// Removes all that is in a folder. 0, or an error number.
int test_empty(const char *folder);

#endif
