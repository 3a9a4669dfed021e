// Texts of models, and where pages find them: as pages of a site, or folded at the end of the one page there is.
//
//   takes   names, titles and texts of the models' files
//   gives   links to a model or to a line of it, and the texts as HTML
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace thinair::report::html {

class Library {
 public:
  struct Text {
    std::string source;  // the name of the file
    std::string name;    // "jls04.mem"; no two have the same
    std::string title;
    std::string text;
  };

  // `file` and `source` are its number and its name in Sources. A file that two models include is in them twice, and here once.
  void add_file(std::uint32_t file, std::string_view source, std::string title, std::string_view text);
  // A model, and the file that it is in.
  void add_model(const std::string& model, std::string title, std::uint32_t file);

  const std::vector<Text>& texts() const { return texts_; }
  std::string title(std::string_view model) const;  // "" if it has none

  // Addresses, relative to a page; "" if the text is not here. `folder` is where the texts' pages are, as seen from the page; "" if they
  // are in the page itself.
  std::string link(std::uint32_t file, std::size_t line, const std::string& folder) const;
  std::string link(std::string_view model, const std::string& folder) const;

  // The lines of a text, with names that links lead to.
  static std::string lines(const Text& text, bool own_page);

 private:
  const Text* find(std::uint32_t file) const;

  std::vector<Text> texts_;
  std::map<std::uint32_t, std::size_t> by_file_;                                      // index into texts_
  std::map<std::string, std::pair<std::string, std::uint32_t>, std::less<>> models_;  // title, file
};

// The file's page in a site.
std::string model_page(const Library::Text& text, const std::string& home);

// A file of the site as an address: relative, whatever its name, so that a folder called `javascript:..` is a folder.
std::string local_link(std::string_view path);

}  // namespace thinair::report::html
