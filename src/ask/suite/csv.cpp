#include "ask/suite/csv.hpp"

namespace thinair::suite {
namespace {

class Reader {
 public:
  Reader(const Sources& sources, std::uint32_t file) : text_(sources.text(file)), file_(file) {}

  Result<std::vector<Row>> rows() {
    std::vector<Row> out;
    while (at_ < text_.size()) {
      if (end_of_line()) continue;
      Row& row = out.emplace_back();
      do {
        auto next = field();
        if (!next) return fail(std::move(next.error()));
        row.push_back(std::move(*next));
      } while (accept(','));
      if (at_ < text_.size() && !end_of_line())
        return refuse(at_, "text after the closing quote of a field", "a quote inside a field is written twice");
    }
    return out;
  }

 private:
  bool accept(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool end_of_line() {
    if (text_.substr(at_).starts_with("\r\n"))
      at_ += 2;
    else if (!accept('\n'))
      return false;
    return true;
  }

  Result<Field> field() {
    const std::size_t begin = at_;
    Field out;
    if (accept('"')) {
      for (;; ++at_) {
        if (at_ == text_.size()) return refuse(begin, "the quote that opens this field is not closed", "");
        if (text_[at_] == '"' && !text_.substr(at_).starts_with("\"\"")) break;
        if (text_[at_] == '"') ++at_;
        out.text += text_[at_];
      }
      ++at_;
    } else {
      for (; at_ < text_.size() && text_[at_] != ',' && text_[at_] != '\n' && !text_.substr(at_).starts_with("\r\n"); ++at_) {
        if (text_[at_] == '"')
          return refuse(at_, "a quote in a field that does not open with one", "put the field in quotes and write this one twice");
        out.text += text_[at_];
      }
    }
    out.where = span(begin, at_);
    return out;
  }

  Span span(std::size_t begin, std::size_t end) const {
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  tl::unexpected<Diagnostics> refuse(std::size_t at, std::string message, std::string hint) const {
    Diagnostic d;
    d.code = "csv-syntax";
    d.where = span(at, std::min(at + 1, text_.size()));
    d.message = std::move(message);
    d.hint = std::move(hint);
    return fail(std::move(d));
  }

  std::string_view text_;
  std::uint32_t file_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<Row>> read_csv(const Sources& sources, std::uint32_t file) { return Reader(sources, file).rows(); }

std::string csv_line(const std::vector<std::string>& fields) {
  std::string out;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) out += ',';
    if (fields[i].find_first_of(",\"\r\n") == std::string::npos) {
      out += fields[i];
      continue;
    }
    out += '"';
    for (const char c : fields[i]) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    out += '"';
  }
  return out + "\n";
}

}  // namespace thinair::suite
