#include "ask/jcstress/jar.hpp"

#include "read/classfile/archive.hpp"

namespace thinair::jcstress {

Result<std::optional<std::string>> read_member(const std::string& jar, const std::string& member) {
  const auto archive = read::classfile::Archive::open(jar);
  if (!archive) return fail(archive.error());
  return archive->member(member);
}

}  // namespace thinair::jcstress
