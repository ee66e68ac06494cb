// What of SQLite's interface are macros that Swift can't see through.

#ifndef BACKSTACK_SQLITE_SHIM_H
#define BACKSTACK_SQLITE_SHIM_H

#include <sqlite3.h>

// Has SQLite not count the memory that the process has it use, for which each allocation would take a
// lock of the process. Does nothing once SQLite is in use.
static inline int backstack_sqlite_forgo_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Both copy the bytes.
static inline int backstack_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int backstack_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
