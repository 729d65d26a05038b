# cmake -DNPM=… -DFROM=… -DTO=… -DFOR=… -DWHAT=… -P install.cmake: the packages of FROM/package-lock.json in
# TO/node_modules. No script of a package is run.
if(NOT NPM)
  message(FATAL_ERROR "${FOR}: there is no npm, which fetches what ${WHAT}. Install it (Debian: apt-get install "
                      "npm), then run cmake --preset PRESET and build again.")
endif()
file(COPY ${FROM}/package.json ${FROM}/package-lock.json ${FROM}/.npmrc DESTINATION ${TO})
execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error WORKING_DIRECTORY ${TO}
                RESULT_VARIABLE failed ERROR_VARIABLE words OUTPUT_QUIET)
if(failed)
  message(FATAL_ERROR "${FOR}: npm could not fetch the packages of ${FOR}/package-lock.json. It needs its "
                      "registry, or its cache filled by an earlier build. npm says:\n${words}")
endif()
file(TOUCH ${TO}/node_modules/.package-lock.json)
