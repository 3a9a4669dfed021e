// The vendor's headers of this folder, in one place: Boost.Asio for sockets, pipes and timers, Boost.Beast for HTTP. Both are headers
// alone, so the program links nothing for them and starts as fast as without.
#pragma once

// clang-format off
#include <utility>  // before all others: Boost 1.74 forgets it
// clang-format on

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

namespace thinair::serve {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;
template <class T = void>
using Task = asio::awaitable<T>;

// A result or an error code, instead of an exception.
inline auto quietly(ErrorCode& error) { return asio::redirect_error(asio::use_awaitable, error); }

}  // namespace thinair::serve
