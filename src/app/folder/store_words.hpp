#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/console/exit_status.hpp"
#include "app/console/progress_line.hpp"
#include "app/folder/printout.hpp"
#include "base/crypto/sha256.hpp"
#include "base/ground/error.hpp"
#include "journal/recovery/verify.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/offline/rebuild.hpp"

// Functions shared by commands that work on a network's folder.
namespace tradepost::app {

// Prints the error for the operator. Returns faulty for damage, failed for other errors.
ExitStatus print_refusal(const base::Error& error);

// Calls `work` with a progress line, which disappears at the end.
template <typename Work>
auto with_progress(Work&& work) {
  ProgressLine progress;
  store::embedded::OnProgress on_progress;
  if (progress.is_shown()) {
    on_progress = [&progress](const store::embedded::Stage& stage) {
      progress.show(stage.what, stage.done, stage.of);
    };
  }
  return work(on_progress);
}

// Parses a chain value: exactly 64 hex digits.
std::optional<base::Digest> chain_value_of(std::string_view hex);

// Result of verifying a journal by its digests and by an anchor, a chain value kept elsewhere.
struct Proof {
  journal::Verdict verdict;
  bool is_anchored = false;  // true without an anchor

  bool is_whole() const { return is_anchored && verdict.defects.empty(); }
};
base::Result<Proof> prove(const std::string& folder, const std::optional<base::Digest>& anchor);
void describe_anchor(Printout& out, const Proof& proof);

void describe(Printout& out, const std::vector<journal::Defect>& defects);
void describe(Printout& out, const store::embedded::NewLife& life);

}  // namespace tradepost::app
