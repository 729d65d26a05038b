#pragma once

#include <cstdint>

namespace rocksdb {
class FSRandomAccessFile;
}

namespace tradepost::store::embedded {

// Checks a block that RocksDB 7.8.3 trusts when it opens a table: it parses the block of properties
// before it verifies that block's checksum, and a flipped bit at the block's end aborts the process
// (tests/modules/rocksdb). Returns false if the block does not end like the ones that this build
// writes. RocksDB finds other damage, and reports unreadable files.
bool has_sound_end(const rocksdb::FSRandomAccessFile& table, std::uint64_t bytes);

}  // namespace tradepost::store::embedded
