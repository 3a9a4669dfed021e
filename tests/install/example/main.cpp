// A program of somebody else that uses the installed library.
#include <cstdio>
#include <thinair/thinair.hpp>

int main() { std::printf("%s\n", thinair::version()); }
