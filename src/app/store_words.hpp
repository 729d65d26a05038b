#pragma once

#include <string>
#include <string_view>

#include "app/exit_status.hpp"
#include "base/error.hpp"
#include "base/json_writer.hpp"
#include "store/embedded/data_folder.hpp"
#include "store/embedded/rebuild.hpp"

// What the commands that work on a network's folder say in the same way.
namespace tradepost::app {

// Tells the error, for the operator. Damage is an answer: faulty; all else: failed.
ExitStatus tell_refusal(const base::Error& error);

// One line of a terminal that is written over; nothing where standard error is no terminal.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  store::embedded::Tell teller();

 private:
  void show(const store::embedded::Stage& stage);

  const bool is_shown_;
  bool is_dirty_ = false;
};

std::string words_of(const store::embedded::NewLife& life);
void write_life(base::JsonWriter& json, const store::embedded::NewLife& life);

}  // namespace tradepost::app
