#pragma once

#include <string_view>

#include "base/ground/error.hpp"
#include "journal/disk/place.hpp"

// Every error that the journal makes, each text in one place. What the operator needs (place, file,
// errno) is in the log's text only.
namespace tradepost::journal {

// Bytes that were proven to be on the disk have changed.
base::Error damaged(Place place, std::string_view what);
// Made by a newer version: a segment, frame or record that this one can't read.
base::Error too_new(Place place, std::string_view what);
// The system refused; `error_number` is errno. disk_full for want of space, not_found for a missing
// file.
base::Error refused_by_system(std::string_view operation, std::string_view name, int error_number);
// Never disk_full: what a failed sync left undone is unknown, so nothing may be tried again.
base::Error not_synced(std::string_view name, int error_number);
base::Error out_of_memory();
// A FIFO, a device, a folder: it has a file's name, and no bytes at places.
base::Error no_regular_file(std::string_view name);
base::Error held_by(std::string_view process);
// A request to a writer that failed before, or was sealed.
base::Error stopped();
base::Error no_journal();

}  // namespace tradepost::journal
