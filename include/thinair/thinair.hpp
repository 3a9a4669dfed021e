// The library's public header: what programs other than thinair itself may use.
#pragma once

namespace thinair {

// The version of the library, such as "0.1.0".
const char* version();

}  // namespace thinair
