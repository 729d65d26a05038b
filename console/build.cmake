# cmake -DNODE=… -DFROM=… -DTO=… -DMODEL=… -DGERMAN=… -DWORDS=… -DEXAMPLES=… -P build.cmake: makes the bundle of the
# console, TO/bundle. TO/openapi.json is there already.
function(run what)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${TO} RESULT_VARIABLE failed OUTPUT_VARIABLE words
                  ERROR_VARIABLE more)
  if(failed)
    message(FATAL_ERROR "console: ${what} failed:\n${words}${more}")
  endif()
endfunction()

file(REMOVE_RECURSE ${TO}/src ${TO}/bundle ${TO}/samples)
file(COPY ${FROM}/src ${FROM}/index.html ${FROM}/tsconfig.json ${FROM}/vite.config.ts
     ${FROM}/eslint.config.js DESTINATION ${TO})
file(COPY ${MODEL} ${GERMAN} ${WORDS} DESTINATION ${TO})
file(MAKE_DIRECTORY ${TO}/samples)
file(GLOB examples ${EXAMPLES}/*/lifelike.json)
foreach(example ${examples})
  cmake_path(GET example PARENT_PATH folder)
  cmake_path(GET folder FILENAME kind)
  file(COPY_FILE ${example} ${TO}/samples/${kind}.json)
endforeach()
run("openapi-typescript" ${NODE} node_modules/openapi-typescript/bin/cli.js openapi.json -o src/exchange_api.ts)
run("tsc" ${NODE} node_modules/typescript/bin/tsc --noEmit)
run("vite" ${NODE} node_modules/vite/bin/vite.js build --logLevel warn)
