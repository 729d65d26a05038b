// Read by LeakSanitizer's runtime when a program starts. Pango asks fontconfig on threads of its
// own and lets go of some hundred bytes for every font map that it drops: a typesetter's, of which
// a program has a few. What our own code leaks is still found.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig\n";
}
