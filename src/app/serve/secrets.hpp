#pragma once

#include <optional>
#include <string>

#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "base/ground/result.hpp"

// Files that hold a secret: read by their owner alone (mode 0600), and whole or not there.
namespace tradepost::app {

// Its first line; not_found where there is no such file.
base::Result<std::string> read_secret(const std::string& path);
// Synced with its folder; one that is there is replaced.
base::Done write_secret(const std::string& path, const std::string& text);
base::Done remove_secret(const std::string& path);

// The key that stands in the file, which is made where it is not there.
base::Result<base::SealKey> seal_key_in(const std::string& path, base::Random& random);

// 256 random bits after a prefix that shows what leaked: tp_op_….
std::string new_operator_token(base::Random& random);

}  // namespace tradepost::app
