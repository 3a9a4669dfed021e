#include "serve/job.hpp"

#include "serve/json.hpp"

namespace thinair::serve {

std::string to_text(const Job& job) {
  return text_of({{"words", job.words}, {"texts", job.texts}, {"seconds", job.seconds}, {"memory", job.memory}});
}

std::optional<Job> read_job(std::string_view text) {
  try {
    const Json document = Json::parse(text);
    Job job;
    document.at("words").get_to(job.words);
    document.at("texts").get_to(job.texts);
    document.at("seconds").get_to(job.seconds);
    document.at("memory").get_to(job.memory);
    return job;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::vector<std::string> shipped_models(const Job& job) {
  constexpr std::string_view kModel = "--model=";
  std::vector<std::string> out;
  for (const std::string& word : job.words)
    if (word.starts_with(kModel) && !job.texts.contains(word.substr(kModel.size()))) out.push_back(word.substr(kModel.size()));
  return out;
}

}  // namespace thinair::serve
