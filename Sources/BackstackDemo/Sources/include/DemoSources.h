// The source of the demo's features, which the compiler embeds in the program.

#ifndef DEMO_SOURCES_H
#define DEMO_SOURCES_H

typedef struct demo_source {
  const char *name;
  const char *text;
} demo_source;

extern const long demo_source_count;

// `index` is at least 0 and less than `demo_source_count`.
demo_source demo_source_at(long index);

#endif
