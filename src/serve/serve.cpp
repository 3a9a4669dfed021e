#include "serve/serve.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>

#include <algorithm>
#include <set>
#include <vector>

#include "serve/changes.hpp"
#include "serve/embedded.hpp"
#include "serve/guard.hpp"
#include "serve/http.hpp"
#include "serve/json.hpp"
#include "serve/questions.hpp"
#include "serve/scheduler.hpp"
#include "support/budget.hpp"

namespace thinair::serve {
namespace {

constexpr const char* kSelf = "/proc/self/exe";
constexpr std::string_view kApi = "/api/";

// Nothing is fetched from elsewhere, no script runs that is not a file of ours, nobody frames the page.
std::map<std::string, std::string> safe_headers() {
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cache-Control", "no-store"},
          {"Server", "thinair"}};
}

Reply failure(unsigned status, std::string_view code, std::string_view message) {
  return {.status = status, .body = text_of({{"error", {{"code", code}, {"message", message}}}})};
}

std::string_view type_of(std::string_view path) {
  if (path.ends_with(".html")) return "text/html; charset=utf-8";
  if (path.ends_with(".css")) return "text/css; charset=utf-8";
  if (path.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (path.ends_with(".svg")) return "image/svg+xml";
  return "application/json";
}

// Lines of JSON as a list.
std::string as_list(std::string_view lines) {
  std::string out = "[";
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    if (end > at) {
      if (out.size() > 1) out += ",\n";
      out += lines.substr(at, end - at);
    }
    at = end + 1;
  }
  return out + "]";
}

// "%2B" -> "+": names of tests have characters that browsers encode.
std::string decoded(std::string_view text) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
      out += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// What a worker's end means for who asked.
Reply reply_of(const Ended& ended, Question::Output output) {
  using How = Ended::How;
  switch (ended.how) {
    case How::exited: break;
    case How::died:
      return failure(500, "serve-worker-died",
                     fmt::format("the process that worked on this question was ended by signal {}; ask again", ended.code));
    case How::too_long: return failure(504, "serve-too-long", "the question took longer than it may; the answer is unknown");
    case How::too_much: return failure(500, "serve-too-much", "the answer is longer than 8 MiB");
    case How::superseded: return failure(409, "serve-superseded", "a newer question of the same client came");
    case How::gone: return failure(499, "serve-gone", "the client hung up");
    case How::busy: return failure(503, "serve-busy", "too many questions are waiting; ask again later");
    case How::not_started: return failure(503, "serve-busy", fmt::format("no process can be started ({})", ended.code));
  }
  if (ended.code == 70) return failure(500, "serve-worker-died", fmt::format("a fault of thinair itself: {}", ended.err.substr(0, 2000)));
  if (ended.out.empty() && ended.code != 0)
    return failure(ended.code == 2 ? 400 : 422, ended.code == 2 ? "serve-request" : "serve-rejected", ended.err.substr(0, 8000));
  // What is wrong with the input is an answer in the same form to every question.
  if (ended.code == 3 && ended.out.starts_with('{')) output = Question::Output::lines;
  switch (output) {
    case Question::Output::lines: return {.body = as_list(ended.out)};
    case Question::Output::html: return {.type = "text/html; charset=utf-8", .body = ended.out};
    case Question::Output::svg: return {.type = "image/svg+xml", .body = ended.out};
    case Question::Output::dot:
    case Question::Output::tikz: return {.type = "text/plain; charset=utf-8", .body = ended.out};
  }
  return {};
}

// What is shipped.
Job listing(std::string_view what) {
  Job job;
  job.words = {std::string(what), "--json"};
  return job;
}

class Server {
 public:
  explicit Server(const Settings& settings)
      : settings_(settings),
        zygote_(kSelf, settings.zygote_word),
        scheduler_(io_, {kSelf, settings.worker_word}, &zygote_, settings.jobs),
        http_(
            io_, [this](const Request& request, Patience& patience) { return reply(request, patience); }, safe_headers()) {}

  std::string run() {
    signal(SIGPIPE, SIG_IGN);
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
      files.rlim_cur = files.rlim_max;
      setrlimit(RLIMIT_NOFILE, &files);
    }
    std::uint16_t port = settings_.port;
    bool loopback = true;
    if (const std::string why = http_.listen(settings_.host, port, loopback); !why.empty())
      return fmt::format("cannot listen on {}:{}: {}", in_url(settings_.host), settings_.port, why);
    guard_ = std::make_unique<Guard>(settings_.host, port, loopback);
    asio::signal_set signals(io_, SIGINT, SIGTERM, SIGHUP);
    signals.async_wait([this](ErrorCode, int) { io_.stop(); });
    asio::co_spawn(io_, begin(), asio::detached);
    io_.run();
    return "";
  }

 private:
  // The lists of what is shipped are asked for once: they cannot change.
  Task<> begin() {
    for (const char* name : {"tests", "models", "schemes"}) {
      const Job job = listing(name);
      const auto ticket = scheduler_.enter(Asking());
      const Ended ended = co_await scheduler_.answer(ticket, job);
      shipped_[name] = as_list(ended.out);
    }
    const Json tests = Json::parse(shipped_["tests"], nullptr, false);
    if (tests.is_array())
      for (const Json& test : tests) tests_.push_back({test.value("test", ""), test.value("dialect", "")});
    std::ranges::stable_sort(tests_, {}, [&](const CatalogueTest& test) { return test.dialect != "Java"; });
    settings_.ready(guard_->address());
  }

  Task<Reply> reply(const Request& request, Patience& patience) {
    const bool api = request.path == "/api" || request.path.starts_with(kApi);
    const bool asks = request.path.starts_with(kApi);
    if (const std::string why = guard_->refusal({request.host, request.origin, request.authorization}, asks); !why.empty())
      co_return failure(403, "serve-forbidden", why);
    if (!api) co_return page(request);
    const std::string name = request.path.size() > kApi.size() ? decoded(std::string_view(request.path).substr(kApi.size())) : "";
    const bool get = request.method == "GET" || request.method == "HEAD";
    if (name.empty()) co_return get ? file("api.json") : not_allowed("GET");
    if (is_question(name) || name == "changes") {
      if (request.method != "POST") co_return not_allowed("POST");
      if (!request.content_type.starts_with("application/json")) co_return failure(415, "serve-request", "send application/json");
      if (name == "changes") co_return changes(request);
      Reply answer = co_await question(name, request, patience);
      co_return answer;
    }
    if (name == "status") co_return get ? status() : not_allowed("GET");
    const std::string_view first = std::string_view(name).substr(0, name.find('/'));
    if (!shipped_.contains(first)) co_return failure(404, "serve-not-found", "there is no such question; see /api");
    if (!get) co_return not_allowed("GET");
    if (first.size() == name.size()) co_return Reply{.body = shipped_.find(first)->second};
    const std::string which = name.substr(first.size() + 1);
    if (!is_name(which)) co_return failure(404, "serve-not-found", "nothing shipped is called so");
    Job job = listing(first);
    job.words.push_back(which);
    const auto ticket = scheduler_.enter(Asking{request.client, "", false});
    Ended ended = co_await scheduler_.answer(ticket, job);
    if (ended.how == Ended::How::exited && ended.code == 3) co_return failure(404, "serve-not-found", ended.err.substr(0, 2000));
    Reply out = reply_of(ended, Question::Output::lines);
    if (out.status == 200) out.body = ended.out;
    co_return out;
  }

  Task<Reply> question(const std::string& name, const Request& request, Patience& patience) {
    auto question = read_question(name, request.body, {settings_.seconds, settings_.memory});
    if (!question) co_return failure(400, question.error().code, question.error().message);
    const auto ticket = scheduler_.enter(Asking{request.client, request.client.empty() ? "" : request.purpose, false});
    patience.gone = [ticket] { Scheduler::stop(ticket, Ended::How::gone); };
    const Ended ended = co_await scheduler_.answer(ticket, question->job);
    co_return reply_of(ended, question->output);
  }

  Reply changes(const Request& request) {
    auto change = read_change(request.body, {std::min(settings_.seconds, 5.0), settings_.memory});
    if (!change) return failure(400, change.error().code, change.error().message);
    std::vector<CatalogueTest> tests = tests_;
    if (!change->family.empty())
      std::erase_if(tests, [&](const CatalogueTest& test) { return !test.id.starts_with(change->family + "/"); });
    if (tests.empty()) return failure(404, "serve-not-found", "the catalogue has no such family");
    Reply out;
    out.type = "text/event-stream";
    out.pieces = [this, client = request.client, what = std::move(*change), tests = std::move(tests)](Sink& sink) {
      return tell_changes(sink, scheduler_, client, what, tests);
    };
    return out;
  }

  Reply status() const {
    const auto numbers = scheduler_.numbers();
    return {.body = text_of({{"version", settings_.version},
                             {"timeout", settings_.seconds},
                             {"memory", settings_.memory >> 20},
                             {"waiting", numbers.waiting},
                             {"running", numbers.running},
                             {"answered", numbers.answered},
                             {"connections", http_.connections()},
                             {"resident", resident_bytes()}})};
  }

  static Reply not_allowed(const std::string& method) {
    Reply out = failure(405, "serve-request", "this takes " + method);
    out.headers["Allow"] = method;
    return out;
  }

  static Reply file(std::string_view path) {
    const auto files = embedded_files();
    const auto at = std::ranges::find(files, path, &EmbeddedFile::path);
    if (at == files.end()) return failure(404, "serve-not-found", "there is no such page");
    return {.type = std::string(type_of(path)), .body = std::string(at->text)};
  }

  static Reply page(const Request& request) {
    if (request.method != "GET" && request.method != "HEAD") return not_allowed("GET");
    return file(request.path == "/" ? "index.html" : std::string_view(request.path).substr(1));
  }

  const Settings& settings_;
  asio::io_context io_{1};
  Zygote zygote_;
  Scheduler scheduler_;
  HttpServer http_;
  std::unique_ptr<Guard> guard_;
  std::map<std::string, std::string, std::less<>> shipped_;  // lists, by command
  std::vector<CatalogueTest> tests_;
};

}  // namespace

std::string serve(const Settings& settings) { return Server(settings).run(); }

}  // namespace thinair::serve
