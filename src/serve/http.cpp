#include "serve/http.hpp"

#include <sys/socket.h>

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>

namespace thinair::serve {
namespace {

namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

constexpr std::size_t kMostConnections = 800;
constexpr std::uint32_t kMostHeader = 16 << 10;
constexpr std::uint64_t kMostBody = 600 << 10;
constexpr auto kIdle = std::chrono::seconds(60);     // between two requests
constexpr auto kRequest = std::chrono::seconds(10);  // for a request to come, and for a reply to go
constexpr auto kPiece = std::chrono::seconds(20);

using Response = http::response<http::string_body>;

Response plain(unsigned status, std::string_view code, std::string_view message) {
  Response out{static_cast<http::status>(status), 11};
  out.set(http::field::content_type, "application/json");
  out.body() = "{\"error\":{\"code\":\"" + std::string(code) + "\",\"message\":\"" + std::string(message) + "\"}}";
  return out;
}

std::string text(const auto& view) { return std::string(view.data(), view.size()); }

Request request_of(http::request<http::string_body>& message) {
  Request out;
  out.method = text(message.method_string());
  out.path = text(message.target());
  out.path = out.path.substr(0, out.path.find('?'));
  out.host = text(message[http::field::host]);
  out.origin = text(message[http::field::origin]);
  out.authorization = text(message[http::field::authorization]);
  out.content_type = text(message[http::field::content_type]);
  out.client = text(message["X-Thinair-Client"]).substr(0, 64);
  out.purpose = text(message["X-Thinair-Purpose"]).substr(0, 64);
  out.body = std::move(message.body());
  return out;
}

}  // namespace

struct HttpServer::Connection {
  explicit Connection(tcp::socket socket) : stream(std::move(socket)) {}
  beast::tcp_stream stream;
  bool idle = true;
  std::list<std::shared_ptr<Connection>>::iterator place;
};

// Not in the unnamed namespace: a coroutine has it in its frame.
class StreamSink : public Sink {
 public:
  explicit StreamSink(beast::tcp_stream& stream) : stream_(stream) {}
  Task<bool> send(std::string piece) override {
    ErrorCode error;
    stream_.expires_after(kPiece);
    co_await asio::async_write(stream_, asio::buffer(piece), quietly(error));
    co_return !error;
  }

 private:
  beast::tcp_stream& stream_;
};

namespace {

// Calls `gone` when the client hangs up while it waits for a reply. What else it sends stays where it is.
void watch(tcp::socket& socket, const std::shared_ptr<Patience>& patience) {
  socket.async_wait(tcp::socket::wait_read, [&socket, patience](ErrorCode error) {
    if (error || !patience->gone) return;
    char byte = 0;
    if (recv(socket.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0) patience->gone();
  });
}

}  // namespace

HttpServer::HttpServer(asio::io_context& io, Handler handler, std::map<std::string, std::string> headers)
    : io_(io), handler_(std::move(handler)), headers_(std::move(headers)), acceptor_(io) {}
HttpServer::~HttpServer() = default;

std::string HttpServer::listen(const std::string& host, std::uint16_t& port, bool& loopback) {
  ErrorCode error;
  asio::ip::address address = asio::ip::make_address(host, error);
  if (error) {
    tcp::resolver resolver(io_);
    const auto found = resolver.resolve(host, "", error);
    if (error || found.empty()) return "there is no address '" + host + "'";
    address = found.begin()->endpoint().address();
  }
  loopback = address.is_loopback();
  const tcp::endpoint endpoint(address, port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(512, error);
  if (error) return error.message();
  port = acceptor_.local_endpoint().port();
  asio::co_spawn(io_, accept(), asio::detached);
  return "";
}

void HttpServer::stop() {
  ErrorCode ignored;
  acceptor_.close(ignored);
  for (const auto& connection : open_) connection->stream.socket().close(ignored);
}

// Of too many connections, the one that was idle longest ends; if all are at work, the oldest.
void HttpServer::make_room() {
  if (open_.size() < kMostConnections) return;
  auto victim = open_.begin();
  for (auto at = open_.begin(); at != open_.end(); ++at)
    if ((*at)->idle) {
      victim = at;
      break;
    }
  ErrorCode ignored;
  (*victim)->stream.socket().close(ignored);
}

Task<> HttpServer::accept() {
  for (;;) {
    ErrorCode error;
    tcp::socket socket = co_await acceptor_.async_accept(quietly(error));
    if (!acceptor_.is_open()) co_return;
    if (error) {  // out of descriptors, mostly: wait until some are free again
      make_room();
      asio::steady_timer pause(io_, std::chrono::milliseconds(20));
      co_await pause.async_wait(quietly(error));
      continue;
    }
    make_room();
    socket.set_option(tcp::no_delay(true), error);
    auto connection = std::make_shared<Connection>(std::move(socket));
    connection->place = open_.insert(open_.end(), connection);
    asio::co_spawn(io_, talk(connection), asio::detached);
  }
}

Task<> HttpServer::talk(std::shared_ptr<Connection> connection) {
  beast::tcp_stream& stream = connection->stream;
  beast::flat_buffer buffer;
  ErrorCode error;
  for (bool more = true; more;) {
    connection->idle = true;
    if (buffer.size() == 0) {
      stream.expires_after(kIdle);
      const std::size_t n = co_await stream.async_read_some(buffer.prepare(4096), quietly(error));
      if (error) break;
      buffer.commit(n);
    }
    connection->idle = false;
    open_.splice(open_.end(), open_, connection->place);
    http::request_parser<http::string_body> parser;
    parser.header_limit(kMostHeader);
    parser.body_limit(kMostBody);
    stream.expires_after(kRequest);
    co_await http::async_read(stream, buffer, parser, quietly(error));
    Response response;
    std::function<Task<>(Sink&)> pieces;
    if (error == http::error::body_limit) {
      response = plain(413, "serve-too-large", "a request has at most 600 KiB");
      more = false;
    } else if (error == http::error::header_limit) {
      response = plain(431, "serve-too-large", "the header of a request has at most 16 KiB");
      more = false;
    } else if (error && error.category() == http::make_error_code(http::error::bad_method).category() &&
               error != http::error::end_of_stream && error != http::error::partial_message) {
      response = plain(400, "serve-request", "this is not HTTP");
      more = false;
    } else if (error) {
      break;  // gone, or too slow
    } else {
      more = parser.get().keep_alive();
      const Request request = request_of(parser.get());
      stream.expires_never();
      const auto patience = std::make_shared<Patience>();
      watch(stream.socket(), patience);
      Reply reply = co_await handler_(request, *patience);
      patience->gone = nullptr;
      ErrorCode ignored;
      stream.socket().cancel(ignored);  // the watch
      pieces = std::move(reply.pieces);
      response = Response{static_cast<http::status>(reply.status), 11};
      response.set(http::field::content_type, reply.type);
      for (const auto& [name, value] : reply.headers) response.set(name, value);
      response.body() = request.method == "HEAD" ? "" : std::move(reply.body);
    }
    for (const auto& [name, value] : headers_) response.set(name, value);
    if (pieces) more = false;
    response.keep_alive(more);
    stream.expires_after(kRequest);
    if (pieces) {
      http::response<http::empty_body> head{response.result(), 11};
      for (const auto& field : response) head.set(field.name_string(), field.value());
      http::response_serializer<http::empty_body> serializer{head};
      co_await http::async_write_header(stream, serializer, quietly(error));
      StreamSink sink(stream);
      if (!error) co_await pieces(sink);
      break;
    }
    response.prepare_payload();
    co_await http::async_write(stream, response, quietly(error));
    if (error) break;
  }
  ErrorCode ignored;
  stream.socket().shutdown(tcp::socket::shutdown_both, ignored);
  stream.socket().close(ignored);
  open_.erase(connection->place);
}

}  // namespace thinair::serve
