#pragma once

#include <optional>

#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Returns the key that all nodes of a network use. With `of_file`, the key of this node's file, the
// database stores only its digest. Without it the database stores the key, which the first node
// makes. Returns `invalid` if another node uses another key.
base::Result<base::SealKey> shared_key(database::Connection& connection,
                                       const std::optional<base::SealKey>& of_file,
                                       base::Random& random);

}  // namespace tradepost::store::postgres
