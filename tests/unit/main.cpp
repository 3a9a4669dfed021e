// Runs the unit tests; with `--folder NAME`, those of tests/unit/NAME/ alone (not of the folders in it).
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

bool stands_in(const testing::TestInfo& test, const std::string& folder) {
  const std::string_view file = test.file();
  const auto at = file.rfind(folder);
  return at != std::string_view::npos && file.find('/', at + folder.size()) == std::string_view::npos;
}

// gtest selects by name only, but each test knows the file that it stands in.
std::string names_of_tests_in(const std::string& folder) {
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  std::string out;
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    std::string names;
    bool every = true;
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo& test = *suite.GetTestInfo(j);
      if (stands_in(test, "tests/unit/" + folder + "/"))
        names += std::string(suite.name()) + "." + test.name() + ":";
      else
        every = false;
    }
    out += every ? std::string(suite.name()) + ".*:" : names;
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc == 3 && std::string_view(argv[1]) == "--folder") {
    const std::string names = names_of_tests_in(argv[2]);
    if (names.empty()) {
      std::fprintf(stderr, "there is no test in tests/unit/%s\n", argv[2]);
      return 1;
    }
    GTEST_FLAG_SET(filter, names);
  } else if (argc > 1) {
    std::fprintf(stderr, "usage: unit_tests [--folder NAME] [gtest's options]\n");
    return 2;
  }
  return RUN_ALL_TESTS();
}
