// Jars: zip archives, opened once, whose members are read by name. A folder that holds what a jar would is read in the same way.
//
//   takes   the path of a jar or a folder
//   gives   the names of all members, sorted, and the bytes of each
//   does not read encrypted, split or 64-bit archives: no jar of classes is one
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"

namespace thinair::read::classfile {

class Archive {
 public:
  // A failure: the file cannot be read or is no archive.
  static Result<Archive> open(const std::string& path);
  // Of bytes that are a jar; none if they are not.
  static std::optional<Archive> of_bytes(std::string bytes);

  std::vector<std::string> names() const;
  bool has(const std::string& name) const { return folder_.empty() ? members_.contains(name) : files_.contains(name); }
  // None: there is no such member, or its bytes are not what the archive says.
  std::optional<std::string> member(const std::string& name) const;

 private:
  struct Member {
    std::size_t header = 0, method = 0, packed = 0, size = 0;
  };
  bool index();
  std::size_t number(std::size_t at, std::size_t size) const;
  std::string bytes_;
  std::map<std::string, Member> members_;
  std::string folder_;
  std::map<std::string, std::string> files_;  // of a folder: path by name
};

}  // namespace thinair::read::classfile
