/// The commands of a day, a week and a device on one screen, as `habit help` shows it.
///
/// The manual and completion know the others.
enum FrontScreen {
  static let text = """
    habit - track habits in plain files, owned by you and kept in git

    Begin       habit tutorial                a shell to learn in
                habit add "Drink water" --goal "8 glasses"
    Every day   habit                         what is due, and progress
                habit done read               done; habit log water 3: three more
                habit ask                     the whole day, one question each
                habit day                     the day on the whole screen, by keys
                habit undo                    take the newest command back
                habit skip, note              skip a day; write a note about it
    Every week  habit stats, calendar         rates and streaks; the year as a map
                habit report week             a page; also month, quarter, year
                habit why read yesterday      why a number is what it is
    Your plan   habit edit, archive, delete, restore, vacation, what-if
    Devices     habit clone, remote, sync     another computer; any git server
    Files       habit import, export, check   other trackers; what is wrong
    All else    habit list, show, query, history, xp, digest, prompt, remind, ...

    habit help COMMAND   opens the manual's page; habit COMMAND --help lists options
    habit help goals     also schedules, dates, amounts, points, sync, hosting
    habit help habit     all commands, and the options that they share

    """
}
