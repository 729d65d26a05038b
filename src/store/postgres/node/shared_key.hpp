#pragma once

#include <optional>

#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// The key that all nodes of a network use. `of_file` is the one that this node was given: the
// database then keeps only its digest. Without it the database keeps the key, which the first node
// makes. invalid: another node uses another key.
base::Result<base::SealKey> shared_key(database::Connection& connection,
                                       const std::optional<base::SealKey>& of_file,
                                       base::Random& random);

}  // namespace tradepost::store::postgres
