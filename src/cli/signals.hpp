// Ctrl-C, SIGTERM and SIGHUP, for the whole program: the first is noted in a flag that budgets, jobs and other programs' watchers look at;
// they end what they do, and what is known by then is printed. The second ends the program on the spot.
#pragma once

#include <atomic>

namespace thinair::cli {

void handle_signals();
// Set once a signal has come.
const std::atomic<bool>* stop_flag();
// A signal that was meant for another program (a JVM) which we have ended: what follows is done all the same.
void forget_signal();
// Ends the program by the signal that came, if one did, so that a shell sees what happened.
void die_of_signal();

}  // namespace thinair::cli
