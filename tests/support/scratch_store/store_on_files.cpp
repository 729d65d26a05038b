#include "scratch_store/store_on_files.hpp"

#include <utility>

#include "journal/disk/posix_folder.hpp"

namespace tradepost::store::embedded::testing {

std::string journal_path(const std::string& path) {
  return path + "/journal";
}
std::string index_path(const std::string& path) {
  return path + "/index";
}

base::Result<std::unique_ptr<StoreOnFiles>> StoreOnFiles::open(const std::string& path,
                                                               const base::Clock& clock,
                                                               const EmbeddedOptions& options,
                                                               OnFailure on_failure) {
  std::unique_ptr<StoreOnFiles> made(new StoreOnFiles());
  TRY_ASSIGN(made->folder_, journal::open_posix_folder(journal_path(path), journal::Missing::make));
  TRY_ASSIGN(made->store_, EmbeddedStore::open({.folder = *made->folder_,
                                                .index_folder = index_path(path),
                                                .clock = clock,
                                                .random = made->random_,
                                                .on_failure = std::move(on_failure),
                                                .watch = {}},
                                               options));
  return made;
}

}  // namespace tradepost::store::embedded::testing
