// Open files from one process to another.
//
//   takes   a socket between the two (one message at a time, nothing is cut)
//   gives   a short text with open files, on the other side
//   does not wait to send: a socket that is full has failed
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace thinair::serve {

struct Message {
  std::string text;        // at most 4 KiB
  std::vector<int> files;  // at most 4; the receiver owns them
};

// The ends of a socket for messages, closed on exec; nothing: errno says why.
struct Ends {
  int ours = -1, theirs = -1;
};
std::optional<Ends> message_socket();

bool send_message(int socket, const std::string& text, const std::vector<int>& files);  // the sender keeps its files
std::optional<Message> receive_message(int socket);                                     // waits; nothing: the other side has gone

}  // namespace thinair::serve
