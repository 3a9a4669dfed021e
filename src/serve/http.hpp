// Connections: bytes to requests and replies to bytes. The wall around the HTTP library.
//
//   takes   connections on one address, a handler
//   gives   the handler's replies
//   does not trust: a request has a limit of size and of time, however slowly it comes; so has taking a reply. Who is idle makes room for
//           others when there are too many
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "serve/asio.hpp"

namespace thinair::serve {

struct Request {
  std::string method, path;  // path without query
  std::string host, origin, authorization, content_type, client, purpose;
  std::string body;
};

// To a client that takes a reply piece by piece.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual Task<bool> send(std::string piece) = 0;  // false: the client is gone
};

struct Reply {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body;
  std::map<std::string, std::string> headers = {};
  std::function<Task<>(Sink&)> pieces = {};  // instead of a body; no Content-Length then, and the connection ends with it
};

// A client that hung up has no use for its answer: the handler sets `gone` while it waits for something.
struct Patience {
  std::function<void()> gone;
};

class HttpServer {
 public:
  using Handler = std::function<Task<Reply>(const Request&, Patience&)>;
  HttpServer(asio::io_context& io, Handler handler, std::map<std::string, std::string> headers);
  ~HttpServer();

  // "" or why not. `port` 0 becomes the one that was free.
  std::string listen(const std::string& host, std::uint16_t& port, bool& loopback);
  void stop();
  std::size_t connections() const { return open_.size(); }

 private:
  struct Connection;
  Task<> accept();
  Task<> talk(std::shared_ptr<Connection> connection);
  void make_room();

  asio::io_context& io_;
  Handler handler_;
  std::map<std::string, std::string> headers_;
  asio::ip::tcp::acceptor acceptor_;
  std::list<std::shared_ptr<Connection>> open_;  // those that were idle longest come first
};

}  // namespace thinair::serve
