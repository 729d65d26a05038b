#include "app/folder/store_words.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "app/console/saying.hpp"
#include "base/text/hex.hpp"
#include "journal/disk/posix_folder.hpp"

namespace tradepost::app {

ExitStatus print_refusal(const base::Error& error) {
  const std::string detail = error.detail().str();
  say(stderr, "tradepost: {}{}\n", error.text().str(),
      detail.empty() ? "" : fmt::format(" ({})", detail));
  return error.code() == base::ErrorCode::damaged ? ExitStatus::faulty : ExitStatus::failed;
}

std::optional<base::Digest> chain_value_of(std::string_view hex) {
  base::Digest digest;
  return base::read_hex(hex, digest.bytes) ? std::optional(digest) : std::nullopt;
}

base::Result<Proof> prove(const std::string& path, const std::optional<base::Digest>& anchor) {
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(path, journal::Missing::refuse));
  journal::Spectator spectator;
  TRY_ASSIGN(auto verdict, journal::verify(*folder, {.anchor = anchor}, spectator));
  const bool is_anchored = !anchor || verdict.anchor_seen;
  return Proof{.verdict = std::move(verdict), .is_anchored = is_anchored};
}

void describe_anchor(Printout& out, const Proof& proof) {
  if (!proof.is_anchored) out.say("DAMAGED: the anchor's value does not occur in the chain\n");
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
