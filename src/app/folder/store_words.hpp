#pragma once

#include <string>
#include <string_view>

#include "app/console/exit_status.hpp"
#include "app/console/progress_line.hpp"
#include "base/ground/error.hpp"
#include "base/text/json_writer.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/offline/rebuild.hpp"

// What the commands that work on a network's folder say in the same way.
namespace tradepost::app {

// Prints the error for the operator. Damage is an answer: faulty; all else: failed.
ExitStatus tell_refusal(const base::Error& error);

// Calls it with a line that shows how far the work is; the line goes with the work.
template <typename Work>
auto with_progress(Work&& work) {
  ProgressLine progress;
  store::embedded::Tell tell;
  if (progress.is_shown()) {
    tell = [&progress](const store::embedded::Stage& stage) {
      progress.show(stage.what, stage.done, stage.of);
    };
  }
  return work(tell);
}

std::string words_of(const store::embedded::NewLife& life);
void write_life(base::JsonWriter& json, const store::embedded::NewLife& life);

}  // namespace tradepost::app
