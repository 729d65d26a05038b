#pragma once

#include <string_view>

#include "base/ground/error.hpp"
#include "journal/disk/place.hpp"

// Makes every error of the journal, so that each text exists once. Only the log's text has details
// for the operator (place, file, errno).
namespace tradepost::journal {

// Bytes that a later frame proves to have been on the disk have changed.
base::Error damaged(Place place, std::string_view what);
// The segment, frame or record has the format of a newer version.
base::Error too_new(Place place, std::string_view what);
// The system refused the operation; `error_number` is errno. The code is disk_full if the disk has
// no space, and not_found if the file is missing.
base::Error refused_by_system(std::string_view operation, std::string_view name, int error_number);
// Never disk_full: the effect of a failed sync is unknown, so a retry is forbidden.
base::Error not_synced(std::string_view name, int error_number);
base::Error out_of_memory();
// The name belongs to a FIFO, a device or a folder, which has no bytes at offsets.
base::Error no_regular_file(std::string_view name);
base::Error held_by(std::string_view process);
// The writer failed earlier, or its journal is sealed.
base::Error stopped();
base::Error no_journal();

}  // namespace tradepost::journal
