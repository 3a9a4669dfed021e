#include "serve/guard.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>

#include "support/check.hpp"

namespace thinair::serve {
namespace {

std::string random_token() {
  unsigned char bytes[16];
  check(getrandom(bytes, sizeof bytes, 0) == sizeof bytes, "the system has random numbers");
  std::string out;
  for (const unsigned char byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

// In a time that does not tell how much of it was right.
bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return different == 0;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return out;
}

}  // namespace

std::string in_url(const std::string& host) { return host.find(':') == std::string::npos ? host : "[" + host + "]"; }

Guard::Guard(const std::string& host, std::uint16_t port, bool loopback) {
  const auto add = [&](const std::string& name) {
    hosts_.push_back(fmt::format("{}:{}", lower(name), port));
    if (port == 80) hosts_.push_back(lower(name));
  };
  const bool every = host == "0.0.0.0" || host == "::";
  if (!every) add(in_url(host));
  if (loopback)
    for (const char* name : {"localhost", "127.0.0.1", "[::1]"}) add(name);
  if (!loopback) token_ = random_token();
  address_ = fmt::format("http://{}:{}/", every ? "localhost" : in_url(host), port);
}

std::string Guard::refusal(const Claims& claims, bool asks) const {
  const std::string host = lower(claims.host);
  if (host.empty() || (!hosts_.empty() && std::ranges::find(hosts_, host) == hosts_.end())) return "the request is for another host";
  if (!claims.origin.empty() && lower(claims.origin) != "http://" + host) return "the request comes from another site's page";
  if (!asks || token_.empty()) return "";
  constexpr std::string_view kBearer = "Bearer ";
  if (!claims.authorization.starts_with(kBearer) || !same(claims.authorization.substr(kBearer.size()), token_))
    return "the token is missing or wrong: open the address that 'thinair serve' printed";
  return "";
}

std::string Guard::address() const { return token_.empty() ? address_ : address_ + "?token=" + token_; }

}  // namespace thinair::serve
