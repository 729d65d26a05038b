#pragma once

// The tested tradepost: the binary that was built with the suite, or the one that TRADEPOST_BIN
// names.
namespace tradepost::served {

const char* binary();
// Returns true for a sanitizer's binary, which takes several times as long.
bool binary_is_slow();

}  // namespace tradepost::served
