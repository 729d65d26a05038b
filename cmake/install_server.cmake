# The programs as packages install them: cmake --install build/release --component server --prefix DIR
install(TARGETS tradepost tradepost-agent RUNTIME COMPONENT server)
