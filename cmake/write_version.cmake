# cmake -DVERSION=… -DROOT=FOLDER -DGIT=PROGRAM -DOUTPUT=FILE -P write_version.cmake
# Writes the version and the commit of ROOT to OUTPUT, and leaves the file alone if it has them already. The commit is
# that of git, or that of an archive: `git archive` fills in cmake/archived_commit.
set(commit "")
if(GIT)
  set(git ${GIT} -c safe.directory=* -C ${ROOT})
  execute_process(COMMAND ${git} rev-parse --show-toplevel OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_QUIET)
  file(REAL_PATH ${ROOT} root)
  if(top STREQUAL root)  # else ROOT is an unpacked archive inside another repository
    execute_process(COMMAND ${git} log -1 --date=short "--format=%H %cd" OUTPUT_VARIABLE commit
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
if(NOT commit AND EXISTS ${ROOT}/cmake/archived_commit)
  file(STRINGS ${ROOT}/cmake/archived_commit commit LIMIT_COUNT 1)
endif()

if(commit MATCHES "^([0-9a-f]+) ([0-9]+-[0-9]+-[0-9]+)$")
  string(SUBSTRING ${CMAKE_MATCH_1} 0 12 hash)
  set(origin "${hash}, ${CMAKE_MATCH_2}")
else()
  set(origin "built without git, commit unknown")
endif()

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "app/console/version.hpp"

namespace tradepost::app {

const std::string_view version = "@VERSION@";
const std::string_view version_and_commit = "@VERSION@ (@origin@)";

}  // namespace tradepost::app
]])
