#pragma once

#include <string>

#include "store/embedded/embedded_store.hpp"

namespace tradepost::store::embedded::testing {

// The first entry in which the index differs from the one that a start without it makes of the
// journal; empty where there is none. Of a store that is closed.
std::string difference_from_fresh_index(journal::Folder& folder, const std::string& index_folder,
                                        const EmbeddedOptions& options);

}  // namespace tradepost::store::embedded::testing
