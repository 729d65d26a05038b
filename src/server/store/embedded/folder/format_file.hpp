#pragma once

#include <optional>

#include "base/ground/result.hpp"
#include "exchange/port/store_format.hpp"
#include "journal/disk/file.hpp"

// The file `format` of a data folder, which has the number of the store's format.
namespace tradepost::store::embedded {

using base::Done;
using base::Result;

// Returns the first format if the folder has no such file. Fails with too_new if the number is
// above `newest`.
Result<exchange::StoreFormat> read_format(journal::Folder& data, exchange::StoreFormat newest);
// Writes the format of a new network, unless the folder has a format already.
Done begin_format(journal::Folder& data, exchange::StoreFormat format);
// Replaces the file atomically, and syncs it.
Done write_format(journal::Folder& data, exchange::StoreFormat format);

}  // namespace tradepost::store::embedded
