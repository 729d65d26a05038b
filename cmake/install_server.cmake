# The binary as a package installs it: cmake --install build/release --component server --prefix DIR
install(TARGETS tradepost RUNTIME COMPONENT server)
