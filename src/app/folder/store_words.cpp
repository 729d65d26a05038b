#include "app/folder/store_words.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "app/console/findings_text.hpp"

namespace tradepost::app {

ExitStatus tell_refusal(const base::Error& error) {
  fmt::print(stderr, "tradepost: {} ({})\n", error.text().str(), printable(error.detail().str()));
  return error.code() == base::ErrorCode::damaged ? ExitStatus::faulty : ExitStatus::failed;
}

std::optional<base::Digest> chain_value_of(std::string_view hex) {
  base::Digest digest;
  if (hex.size() != 2 * digest.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < digest.bytes.size(); ++i) {
    const char* const at = hex.data() + 2 * i;
    const auto [end, error] = std::from_chars(at, at + 2, digest.bytes[i], 16);
    if (error != std::errc{} || end != at + 2) return std::nullopt;
  }
  return digest;
}

void describe(Printout& out, const std::vector<journal::Defect>& defects) {
  out.list("damage", defects, [&](const journal::Defect& defect) {
    const auto& [place, what] = defect;
    out.member("segment", place.segment).member("byte", place.offset).member("what", what);
    out.say("DAMAGED: segment {}, byte {}: {}\n", place.segment, place.offset, what);
  });
}

void describe(Printout& out, const store::embedded::NewLife& life) {
  out.member("epoch", life.epoch).member("lastSequence", life.sequence);
  out.say("epoch {} begins after record {}\n", life.epoch,
          life.sequence - life.jumps.size() - life.erased - 1);
  out.list("ranges", life.jumps, [&](const auto& jump) {
    const auto range = jump.range.to_string();
    out.member("range", range).member("first", jump.first).member("count", jump.count);
    out.say("range {}: skips {} numbers, starting at {}\n", range, jump.count, jump.first);
  });
  out.member("erasedOnceMore", life.erased);
  if (life.erased > 0) {
    out.say("erased again: {} documents, which were erased after the backup\n", life.erased);
  }
}

}  // namespace tradepost::app
