#include "exchange/port/store_format.hpp"

namespace tradepost::exchange {

const StoreFormat newest_format = TRADEPOST_NEWEST_FORMAT;

}  // namespace tradepost::exchange
