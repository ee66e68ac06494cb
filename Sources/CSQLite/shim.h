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

// Copies the first bytes of the index of the log, which the connection has in its memory.
static inline int backstack_sqlite_read_index(sqlite3 *connection, unsigned char *bytes, int count) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap) {
    return SQLITE_NOTFOUND;
  }
  volatile void *region = 0;
  code = file->pMethods->xShmMap(file, 0, 32768, 0, &region);
  if (code != SQLITE_OK) return code;
  if (!region) return SQLITE_NOTFOUND;
  // By words, as those who change it do it.
  for (int offset = 0; offset + 4 <= count; offset += 4) {
    unsigned int word = *(volatile unsigned int *)((volatile char *)region + offset);
    __builtin_memcpy(bytes + offset, &word, 4);
  }
  return SQLITE_OK;
}

static inline sqlite3_file *backstack_sqlite_log(sqlite3 *connection) {
  sqlite3_file *file = 0;
  int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
  return code == SQLITE_OK && file && file->pMethods ? file : 0;
}

// Less than none when there is no log.
static inline sqlite3_int64 backstack_sqlite_log_size(sqlite3 *connection) {
  sqlite3_file *log = backstack_sqlite_log(connection);
  sqlite3_int64 size = -1;
  if (!log || log->pMethods->xFileSize(log, &size) != SQLITE_OK) return -1;
  return size;
}

static inline int backstack_sqlite_read_log(
    sqlite3 *connection, void *bytes, int count, sqlite3_int64 offset) {
  sqlite3_file *log = backstack_sqlite_log(connection);
  return log ? log->pMethods->xRead(log, bytes, count, offset) : SQLITE_NOTFOUND;
}

// Has nothing moved out of the log, nor the log removed, when the connection is closed.
static inline int backstack_sqlite_keep_log(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
