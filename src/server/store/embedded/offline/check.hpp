#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "journal/recovery/verify.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::store::embedded {

// An entry of the index that differs from the journal.
struct EntryFault {
  enum class What : std::uint8_t { missing, extra, different };
  What what = What::missing;
  std::string table;
  std::string entry;
};
std::string_view name_of(EntryFault::What what);
inline constexpr std::size_t entry_faults_named_max = 100;

struct CheckReport {
  enum class Index : std::uint8_t {
    compared,    // with the journal; `faults` are the differences
    not_judged,  // the journal is damaged, so a comparison is impossible
    none,
    unreadable,
    foreign,      // of another journal or an older format: a start rebuilds it
    ahead,        // the journal has lost its end: a start fails
    elsewhere,    // its last frame differs from the journal's
    unrepeatable  // the records do not make an index; `why` has the record
  };

  journal::Verdict journal;
  Index index = Index::not_judged;
  std::string why;                 // details for the operator, if any
  journal::Sequence sequence = 0;  // the last one in the index
  std::uint64_t entries = 0;
  std::vector<EntryFault> faults;  // the first ones
  std::uint64_t fault_count = 0;   // number of all faults

  bool is_sound() const {
    return journal.defects.empty() && index == Index::compared && fault_count == 0;
  }
};

// Reads the journal, builds a second index from it in a scratch folder, up to the first one's
// position, and compares the two. Changes nothing in the store. Fails with not_found, in_use,
// too_new or an error of the system if no statement is possible.
Result<CheckReport> check(const DataFolder& data, const OnProgress& on_progress);

}  // namespace tradepost::store::embedded
