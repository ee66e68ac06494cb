// libcurl for Swift: `curl_easy_setopt` and `curl_easy_getinfo` are variadic, which Swift can't call,
// so there is one function for each type of argument.

#ifndef BACKSTACK_CURL_SHIM_H
#define BACKSTACK_CURL_SHIM_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Takes `size * count` bytes and returns how many it took.
typedef size_t (*backstack_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline void *backstack_curl_make(void) { return curl_easy_init(); }
static inline void backstack_curl_reset(void *handle) { curl_easy_reset(handle); }
static inline void backstack_curl_free(void *handle) { curl_easy_cleanup(handle); }

// 0 for success, else a code that `backstack_curl_message` explains.
static inline int backstack_curl_perform(void *handle) { return (int)curl_easy_perform(handle); }

static inline const char *backstack_curl_message(int code) {
  return curl_easy_strerror((CURLcode)code);
}

static inline int backstack_curl_set_number(void *handle, CURLoption option, long value) {
  return (int)curl_easy_setopt(handle, option, value);
}

static inline int backstack_curl_set_text(void *handle, CURLoption option, const char *value) {
  return (int)curl_easy_setopt(handle, option, value);
}

static inline int backstack_curl_set_pointer(void *handle, CURLoption option, void *value) {
  return (int)curl_easy_setopt(handle, option, value);
}

static inline int backstack_curl_set_sink(
    void *handle, CURLoption option, backstack_curl_sink value) {
  return (int)curl_easy_setopt(handle, option, value);
}

static inline int backstack_curl_set_list(
    void *handle, CURLoption option, struct curl_slist *value) {
  return (int)curl_easy_setopt(handle, option, value);
}

static inline long backstack_curl_get_number(void *handle, CURLINFO info) {
  long value = 0;
  return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

#endif
