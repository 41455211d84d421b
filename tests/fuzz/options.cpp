/// What AddressSanitizer asks for at its start. Memory given back is set aside, so that its use is found out, but not
/// so much of it that every input needs new pages.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "quarantine_size_mb=16:malloc_context_size=8"; }
