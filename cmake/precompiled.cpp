// A target has a source; this one is there for its headers (cmake/precompiled.cmake).
