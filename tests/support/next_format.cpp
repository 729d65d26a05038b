#include "exchange/port/store_format.hpp"

namespace tradepost::exchange {

// Replaces the definition of the library, so this binary is the next version for a test.
const StoreFormat newest_format = people_format + 1;

}  // namespace tradepost::exchange
