// Runs a fuzz target over saved inputs: each argument is a file or a folder. Links where libFuzzer would.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::filesystem::path> inputs(int argc, char** argv) {
  namespace fs = std::filesystem;
  std::vector<fs::path> out;
  for (int i = 1; i < argc; ++i) {
    if (!fs::is_directory(argv[i])) {
      out.emplace_back(argv[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(argv[i]))
      if (entry.is_regular_file()) out.push_back(entry.path());
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const auto files = inputs(argc, argv);
  for (const auto& path : files) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      std::fprintf(stderr, "cannot read %s\n", path.c_str());
      return 1;
    }
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    std::fprintf(stderr, "%s\n", path.c_str());  // the last line names the culprit of a crash
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  std::printf("%zu inputs\n", files.size());
  return files.empty() ? 1 : 0;  // an empty corpus is a mistake
}
