#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

#include "support/budget.hpp"
#include "support/sandbox.hpp"

namespace thinair {
namespace {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kSanitized = true;  // reserves terabytes of addresses
#else
constexpr bool kSanitized = false;
#endif

constexpr int kNotSealed = 99;

// How a process ends that gives up what it does not need and then does this: its code, or 128 and the signal.
int sealed(const SandboxLimits& limits, const std::function<int()>& work, bool calls = true) {
  const pid_t child = fork();
  if (child == 0) {
    const Sealed how = seal(limits);
    std::_Exit(calls && how != Sealed::sealed ? kNotSealed : work());
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int refused(long result) { return result == -1 && errno == EACCES ? 0 : 1; }

class Sandbox : public testing::Test {
 protected:
  void SetUp() override {
    if (sealed({}, [] { return 0; }) == kNotSealed) GTEST_SKIP() << "the kernel filters no calls here";
  }
};

TEST_F(Sandbox, OpensNoFile) {
  EXPECT_EQ(sealed({}, [] { return refused(open("/etc/passwd", O_RDONLY)); }), 0);
  EXPECT_EQ(sealed({}, [] { return refused(open("/tmp/thinair-sandbox", O_WRONLY | O_CREAT, 0600)); }), 0);
  EXPECT_EQ(sealed({}, [] { return refused(unlink("/tmp/thinair-sandbox")); }), 0);
}

TEST_F(Sandbox, StartsNoProgram) {
  EXPECT_EQ(sealed({}, [] { return refused(fork()); }), 0);
  EXPECT_EQ(sealed({}, [] { return refused(execl("/bin/true", "true", nullptr)); }), 0);
}

TEST_F(Sandbox, MakesNoConnection) {
  EXPECT_EQ(sealed({}, [] { return refused(socket(AF_INET, SOCK_STREAM, 0)); }), 0);
  EXPECT_EQ(sealed({}, [] { return refused(kill(getppid(), 0)); }), 0);
}

TEST_F(Sandbox, WritesWhatIsOpen) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(sealed({}, [&] { return write(ends[1], "answer", 6) == 6 ? 0 : 1; }), 0);
  char said[7] = {};
  EXPECT_EQ(read(ends[0], said, 6), 6);
  EXPECT_STREQ(said, "answer");
  close(ends[0]);
  close(ends[1]);
}

TEST_F(Sandbox, HasThreads) {
  if (kSanitized) GTEST_SKIP();
  EXPECT_EQ(sealed({},
                   [] {
                     int out = 1;
                     std::thread([&] { out = 0; }).join();
                     return out;
                   }),
            0);
}

// What a parent has open tells of the parent.
TEST_F(Sandbox, KnowsItsOwnMemory) {
  resident_bytes();
  EXPECT_EQ(sealed({},
                   [] {
                     const std::uint64_t before = resident_bytes();
                     const std::vector<char> much(64 << 20, 'x');
                     return resident_bytes() > before + (60 << 20) && much[5] == 'x' ? 0 : 1;
                   }),
            0);
}

TEST_F(Sandbox, LimitsMemory) {
  if (kSanitized) GTEST_SKIP();
  const auto reserve = [](std::size_t bytes) {
    void* got = std::malloc(bytes);
    const int out = got == nullptr ? 0 : 1;
    std::free(got);
    return out;
  };
  EXPECT_EQ(sealed({10, 1 << 30}, [&] { return reserve(std::size_t{2} << 30); }), 0);
  EXPECT_EQ(sealed({10, std::uint64_t{4} << 30}, [&] { return reserve(std::size_t{2} << 30); }), 1);
}

TEST(SandboxTime, EndsThoseThatDoNotEnd) {
  const int end = sealed(
      {0.1, 0},
      [] {
        volatile bool on = true;
        while (on) {}
        return 0;
      },
      false);
  EXPECT_TRUE(end == 128 + SIGXCPU || end == 128 + SIGKILL) << end;
}

}  // namespace
}  // namespace thinair
