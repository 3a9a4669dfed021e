// Pages: names of files are never taken for addresses.
#include "show/page/page.hpp"

#include <gtest/gtest.h>

namespace thinair::report::html {
namespace {

TEST(Index, LinksStayInsideTheSite) {
  const suite::Run run;
  Entry entry;
  entry.id = entry.link = "javascript:(document.title='x')/SB#1?.html";
  const std::string html = index(run, {entry}, {});
  EXPECT_NE(html.find("href=\"./javascript%3A%28document.title%3D%27x%27%29/SB%231%3F.html\""), std::string::npos);
  EXPECT_EQ(html.find("href=\"javascript:"), std::string::npos);
}

TEST(Page, TheWayHomeIsRelative) {
  Page page;
  page.name = "a/b";
  page.home = "../index.html";
  EXPECT_NE(html::page(page, {}).find("href=\"./../index.html\""), std::string::npos);
}

}  // namespace
}  // namespace thinair::report::html
