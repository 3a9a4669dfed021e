#include "serve/guard.hpp"

#include <gtest/gtest.h>

namespace thinair::serve {
namespace {

TEST(Guard, OurOwnNamesAndOurOwnPage) {
  const Guard guard("127.0.0.1", 8080, true);
  EXPECT_EQ(guard.token(), "");
  EXPECT_EQ(guard.address(), "http://127.0.0.1:8080/");
  for (const char* host : {"127.0.0.1:8080", "localhost:8080", "LocalHost:8080", "[::1]:8080"}) {
    EXPECT_EQ(guard.refusal({host, "", ""}, true), "") << host;
    EXPECT_EQ(guard.refusal({host, std::string("http://") + host, ""}, true), "") << host;
  }
}

TEST(Guard, NamesOfOthers) {
  const Guard guard("127.0.0.1", 8080, true);
  for (const char* host :
       {"", "evil.example", "evil.example:8080", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8080.evil.example", "localhost:8081"})
    for (const bool asks : {false, true}) EXPECT_NE(guard.refusal({host, "", ""}, asks), "") << host;
}

TEST(Guard, PagesOfOthers) {
  const Guard guard("127.0.0.1", 8080, true);
  for (const char* origin : {"null", "http://evil.example", "https://127.0.0.1:8080", "http://127.0.0.1:8081", "http://localhost:8080",
                             "http://127.0.0.1:8080/x"})
    EXPECT_NE(guard.refusal({"127.0.0.1:8080", origin, ""}, true), "") << origin;
}

TEST(Guard, PortEightyNeedsNoNumber) {
  const Guard guard("127.0.0.1", 80, true);
  EXPECT_EQ(guard.refusal({"localhost", "http://localhost", ""}, true), "");
  EXPECT_EQ(guard.refusal({"localhost:80", "", ""}, true), "");
}

TEST(Guard, WhereOthersReachUsTheyNeedTheToken) {
  const Guard guard("0.0.0.0", 8080, false);
  ASSERT_EQ(guard.token().size(), 32U);
  EXPECT_EQ(guard.address(), "http://localhost:8080/?token=" + guard.token());
  const auto refusal = [&](const std::string& said, bool asks) { return guard.refusal({"any.name:1", "", said}, asks); };
  EXPECT_EQ(refusal("", false), "");  // the page itself
  EXPECT_NE(refusal("", true), "");
  EXPECT_EQ(refusal("Bearer " + guard.token(), true), "");
  EXPECT_NE(refusal(guard.token(), true), "");
  EXPECT_NE(refusal("Bearer " + guard.token().substr(1), true), "");
  EXPECT_NE(refusal("Bearer " + guard.token() + "0", true), "");
  EXPECT_NE(refusal("Bearer " + std::string(32, '0'), true), "");
  EXPECT_NE(guard.token(), Guard("0.0.0.0", 8080, false).token());
}

TEST(Guard, AddressesHaveBrackets) {
  EXPECT_EQ(in_url("::1"), "[::1]");
  EXPECT_EQ(in_url("localhost"), "localhost");
  EXPECT_EQ(Guard("::1", 9, true).refusal({"[::1]:9", "", ""}, true), "");
}

}  // namespace
}  // namespace thinair::serve
