// JSON in this folder: fields keep the order in which they were written.
#pragma once

#include <nlohmann/json.hpp>

namespace thinair::serve {

using Json = nlohmann::ordered_json;

// Text that is no UTF-8 becomes the sign for that.
inline std::string text_of(const Json& document) { return document.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace thinair::serve
