#pragma once

// The tested tradepost: the binary that was built with the suite, or the one that TRADEPOST_BIN
// names.
namespace tradepost::served {

const char* binary();

}  // namespace tradepost::served
