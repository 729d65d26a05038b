#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "journal/recovery/verify.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::store::embedded {

// An entry of the index that is not as the journal makes it.
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
    compared,    // with what the journal makes; `faults` are the differences
    not_judged,  // the journal is damaged, so nothing can be compared
    none,
    unreadable,
    foreign,      // of another journal or of an older format: a start makes it anew
    ahead,        // the journal has lost its end: a start refuses to go on
    elsewhere,    // what it says it ended with is not what the journal has there
    unrepeatable  // the records don't make an index: one says what can't be
  };

  journal::Verdict journal;
  Index index = Index::not_judged;
  std::string why;                 // for the operator, where there is more to say
  journal::Sequence sequence = 0;  // as far as the index goes
  std::uint64_t entries = 0;
  std::vector<EntryFault> faults;  // the first ones
  std::uint64_t fault_count = 0;   // of all

  bool is_sound() const {
    return journal.defects.empty() && index == Index::compared && fault_count == 0;
  }
};

// Reads the journal, makes a second index of it in a scratch folder, as far as the first one goes,
// and compares the two. The store is only read. An error where nothing can be said: not_found,
// in_use, too_new, or what the system refused.
Result<CheckReport> check(const DataFolder& data, const Tell& tell);

}  // namespace tradepost::store::embedded
