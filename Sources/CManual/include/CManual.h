// The manual, as the program carries it: a binary that is copied alone shows every page and
// fills every template.
#ifndef HABIT_CMANUAL_H
#define HABIT_CMANUAL_H

#include <stddef.h>

// The text of all pages, one after the other, each ended by a zero byte.
const unsigned char *manual_pages(size_t *length);

// What groff(1) reads before a page that is printed.
const unsigned char *manual_paper_macros(size_t *length);

#endif
