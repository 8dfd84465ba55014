#include "include/CManual.h"

// The files of Man are read by the compiler, so that there is no copy of them to keep up to date.
// Source: C23, 6.10.4.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char pages[] = {
#embed "../../Man/habit-add.1" suffix(, 0,)
#embed "../../Man/habit-archive.1" suffix(, 0,)
#embed "../../Man/habit-ask.1" suffix(, 0,)
#embed "../../Man/habit-calendar.1" suffix(, 0,)
#embed "../../Man/habit-changes.7" suffix(, 0,)
#embed "../../Man/habit-check.1" suffix(, 0,)
#embed "../../Man/habit-day.1" suffix(, 0,)
#embed "../../Man/habit-done.1" suffix(, 0,)
#embed "../../Man/habit-edit.1" suffix(, 0,)
#embed "../../Man/habit-export.1" suffix(, 0,)
#embed "../../Man/habit-format.5" suffix(, 0,)
#embed "../../Man/habit-goal.5" suffix(, 0,)
#embed "../../Man/habit-guarantees.7" suffix(, 0,)
#embed "../../Man/habit-help.1" suffix(, 0,)
#embed "../../Man/habit-history.1" suffix(, 0,)
#embed "../../Man/habit-hosting.7" suffix(, 0,)
#embed "../../Man/habit-import.1" suffix(, 0,)
#embed "../../Man/habit-list.1" suffix(, 0,)
#embed "../../Man/habit-log.1" suffix(, 0,)
#embed "../../Man/habit-merge.7" suffix(, 0,)
#embed "../../Man/habit-prompt.1" suffix(, 0,)
#embed "../../Man/habit-query.1" suffix(, 0,)
#embed "../../Man/habit-remind.1" suffix(, 0,)
#embed "../../Man/habit-remote.1" suffix(, 0,)
#embed "../../Man/habit-report.1" suffix(, 0,)
#embed "../../Man/habit-skip.1" suffix(, 0,)
#embed "../../Man/habit-stats.1" suffix(, 0,)
#embed "../../Man/habit-sync.1" suffix(, 0,)
#embed "../../Man/habit-template.5" suffix(, 0,)
#embed "../../Man/habit-today.1" suffix(, 0,)
#embed "../../Man/habit-tutorial.1" suffix(, 0,)
#embed "../../Man/habit-tutorial.7" suffix(, 0,)
#embed "../../Man/habit-undo.1" suffix(, 0,)
#embed "../../Man/habit-user.1" suffix(, 0,)
#embed "../../Man/habit-web.1" suffix(, 0,)
#embed "../../Man/habit-why.1" suffix(, 0,)
#embed "../../Man/habit-xp.1" suffix(, 0,)
#embed "../../Man/habit-xp.7" suffix(, 0,)
#embed "../../Man/habit.1" suffix(, 0,)
#embed "Templates/habit-diary.7" suffix(, 0,)
#embed "Templates/habit-habit.7" suffix(, 0,)
#embed "Templates/habit-month.7" suffix(, 0,)
#embed "Templates/habit-profile.7" suffix(, 0,)
#embed "Templates/habit-quarter.7" suffix(, 0,)
#embed "Templates/habit-today.7" suffix(, 0,)
#embed "Templates/habit-week.7" suffix(, 0,)
#embed "Templates/habit-year.7" suffix(, 0,)
};

static const unsigned char paper_macros[] = {
#embed "../../Man/habit.tmac"
};

const unsigned char *manual_pages(size_t *length) {
  *length = sizeof pages;
  return pages;
}

const unsigned char *manual_paper_macros(size_t *length) {
  *length = sizeof paper_macros;
  return paper_macros;
}
