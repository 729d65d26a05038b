#pragma once

#include <cstdint>

namespace rocksdb {
class FSRandomAccessFile;
}

namespace tradepost::store::embedded {

// What RocksDB 7.8.3 takes on trust when it opens a table: it parses the block of properties before
// it compares that block's checksum, and ends the process if a bit at the block's end is flipped
// (tests/rooms/rocksdb). False where that block doesn't end as each of a table of ours does. What
// is wrong elsewhere, and what can't be read, is left to RocksDB.
bool has_sound_end(const rocksdb::FSRandomAccessFile& table, std::uint64_t bytes);

}  // namespace tradepost::store::embedded
