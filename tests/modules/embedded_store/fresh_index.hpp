#pragma once

#include <string>

#include "store/embedded/embedded_store.hpp"

namespace tradepost::store::embedded::testing {

// Returns the first entry in which the index of a closed store differs from one that a start makes
// from the journal alone; empty if there is none.
std::string difference_from_fresh_index(journal::Folder& folder, const std::string& index_folder,
                                        const EmbeddedOptions& options);

}  // namespace tradepost::store::embedded::testing
