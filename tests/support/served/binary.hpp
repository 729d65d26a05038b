#pragma once

// Which tradepost is tested: the binary that was built with the suite, or another that
// TRADEPOST_BIN names.
namespace tradepost::served {

const char* binary();
// A sanitizer makes it take several times as long.
bool binary_is_slow();

}  // namespace tradepost::served
