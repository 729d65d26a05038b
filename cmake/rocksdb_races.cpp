// Read by ThreadSanitizer's runtime when a program starts. RocksDB's library is not built with it,
// so it sees neither the library's atomics nor what they order, and takes for a race what one
// thread put into RocksDB and another read from it. Races of our own code beside RocksDB are still
// found.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:librocksdb\n";
}
