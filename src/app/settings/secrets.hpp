#pragma once

#include <optional>
#include <string>

#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "base/ground/result.hpp"

// Files with a secret. Only their owner can read them (mode 0600). They are written whole or not at
// all.
namespace tradepost::app {

// Returns the first line. Fails with not_found if the file does not exist.
base::Result<std::string> read_secret(const std::string& path);
// Writes the file, and syncs it and its folder. Replaces an existing file.
base::Done write_secret(const std::string& path, const std::string& text);
base::Done remove_secret(const std::string& path);

// Returns the key in the file. Creates the file with a new key if it does not exist.
base::Result<base::SealKey> seal_key_in(const std::string& path, base::Random& random);

// Returns 256 random bits after a prefix that identifies a leaked token: tp_op_….
std::string new_operator_token(base::Random& random);

}  // namespace tradepost::app
