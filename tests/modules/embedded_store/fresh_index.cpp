#include "embedded_store/fresh_index.hpp"

#include <fmt/format.h>

#include <memory>
#include <string_view>

#include "store/embedded/format/key.hpp"
#include "store/embedded/format/value_codec.hpp"

namespace tradepost::store::embedded::testing {
namespace {

// All tables except `a`, the position of the index. Its meaning is compared instead, because every
// start makes the journal a little longer.
constexpr std::string_view tables = "bcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

base::Done make_fresh(journal::Folder& folder, const std::string& index_folder,
                      const EmbeddedOptions& options) {
  TRY(Index::destroy(index_folder, options.index));
  const base::SystemClock clock;
  base::SystemRandom random;
  TRY(EmbeddedStore::open({.folder = folder,
                           .index_folder = index_folder,
                           .clock = clock,
                           .random = random,
                           .on_failure = [](const base::Error&) {},
                           .watch = {}},
                          options));
  return {};
}

std::string shown(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

std::string difference_in_table(const Index& left, const Index& right, char table) {
  ReadContext context;
  const std::string prefix(1, table);
  auto present = left.walk(prefix, {}, context);
  auto fresh = right.walk(prefix, {}, context);
  while (true) {
    const bool is_present = present.next();
    const bool is_fresh = fresh.next();
    if (!is_present && !is_fresh) break;
    if (is_present && is_fresh && present.key() == fresh.key() &&
        present.value() == fresh.value()) {
      continue;
    }
    return fmt::format(
        "table {}: {} {}, rebuilt {} {}", table, is_present ? shown(present.key()) : "nothing",
        is_present ? shown(present.value()) : "", is_fresh ? shown(fresh.key()) : "nothing",
        is_fresh ? shown(fresh.value()) : "");
  }
  return present.done() && fresh.done() ? "" : "an index can't be read";
}

base::Result<Applied> applied_by(const Index& index) {
  ReadContext context;
  TRY_ASSIGN(const auto bytes, index.get(key<layouts::applied>(), context));
  return decoded<Applied>(bytes.value_or(""), "applied");
}

base::Result<std::string> difference(journal::Folder& folder, const std::string& index_folder,
                                     const EmbeddedOptions& options) {
  const std::string fresh_folder = index_folder + "-fresh";
  TRY(make_fresh(folder, fresh_folder, options));
  TRY_ASSIGN(const auto present, Index::open(index_folder, options.index));
  TRY_ASSIGN(const auto fresh, Index::open(fresh_folder, options.index));
  TRY_ASSIGN(const Applied is, applied_by(*present));
  TRY_ASSIGN(const Applied should, applied_by(*fresh));
  if (is.sequence != should.sequence || is.chain != should.chain ||
      is.directory != should.directory || is.epoch != should.epoch) {
    return fmt::format("it goes to {}, the journal to {}", is.sequence, should.sequence);
  }
  for (const char table : tables) {
    auto found = difference_in_table(*present, *fresh, table);
    if (!found.empty()) return found;
  }
  return std::string();
}

}  // namespace

std::string difference_from_fresh_index(journal::Folder& folder, const std::string& index_folder,
                                        const EmbeddedOptions& options) {
  const auto found = difference(folder, index_folder, options);
  return found ? *found : found.error().text().str() + " " + found.error().detail().str();
}

}  // namespace tradepost::store::embedded::testing
