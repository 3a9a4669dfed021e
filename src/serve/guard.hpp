// Who may ask.
//
//   takes   what a request says about itself
//   gives   why it is refused, or nothing
//   does not look at what is asked
//
// A page of some other site that a user has open can send requests to this server, too. It cannot choose the Host and Origin that the
// browser sends, so these tell it apart: Host must be a name of ours (a name of the attacker's may lead to our address), and Origin, where
// there is one, must be our own page. Where other machines can reach us, who asks must know the token.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thinair::serve {

class Guard {
 public:
  // `host` is what we listen on; "0.0.0.0" and "::" have every name, and the token alone protects.
  Guard(const std::string& host, std::uint16_t port, bool loopback);

  struct Claims {
    std::string_view host, origin, authorization;
  };
  // "": welcome. `asks`: it wants more than the page itself, so it needs the token.
  std::string refusal(const Claims& claims, bool asks) const;

  const std::string& token() const { return token_; }  // "": none is needed
  std::string address() const;                         // for the user's browser

 private:
  std::vector<std::string> hosts_;  // "127.0.0.1:8080"; empty: any
  std::string address_, token_;
};

// As in a URL: an IPv6 address has brackets.
std::string in_url(const std::string& host);

}  // namespace thinair::serve
