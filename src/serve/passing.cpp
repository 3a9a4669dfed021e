#include "serve/passing.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstring>

namespace thinair::serve {
namespace {

constexpr std::size_t kMostMessage = 4096, kMostFiles = 4;

}  // namespace

std::optional<Ends> message_socket() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return std::nullopt;
  return Ends{ends[0], ends[1]};
}

bool send_message(int socket, const std::string& text, const std::vector<int>& files) {
  if (text.size() > kMostMessage || files.size() > kMostFiles) return false;
  const std::string sent = text + "\n";  // a message of nothing is the end
  iovec data{const_cast<char*>(sent.data()), sent.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(kMostFiles * sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  if (!files.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(files.size() * sizeof(int));
    cmsghdr* head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(files.size() * sizeof(int));
    std::memcpy(CMSG_DATA(head), files.data(), files.size() * sizeof(int));
  }
  return sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) == static_cast<ssize_t>(sent.size());
}

std::optional<Message> receive_message(int socket) {
  char buffer[kMostMessage + 1];
  iovec data{buffer, sizeof buffer};
  alignas(cmsghdr) char control[CMSG_SPACE(kMostFiles * sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t size = 0;
  do size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (size < 0 && errno == EINTR);
  if (size <= 0) return std::nullopt;
  Message out;
  out.text.assign(buffer, static_cast<std::size_t>(size) - 1);
  for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    out.files.resize((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(out.files.data(), CMSG_DATA(head), out.files.size() * sizeof(int));
  }
  return out;
}

}  // namespace thinair::serve
