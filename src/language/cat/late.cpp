#include "language/cat/late.hpp"

#include "support/check.hpp"

namespace thinair::cat {

LateModel::LateModel(ModelFile shipped) : file_(std::move(shipped)) {
  check(file_->shipped.has_value(), "only shipped files are read late");
}

const Model& LateModel::get() const {
  std::call_once(once_, [this] {
    if (model_) return;
    Sources sources;
    LoadOptions options;
    options.read_files = false;
    auto loaded = load_text(sources, sources.add(file_->name, std::string(*file_->shipped)), options);
    check(loaded.has_value(), "a shipped file can be read");
    model_ = std::move(*loaded);
  });
  return *model_;
}

}  // namespace thinair::cat
