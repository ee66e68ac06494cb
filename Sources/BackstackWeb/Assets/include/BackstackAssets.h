// The files of this folder, which the compiler embeds in the program.

#ifndef BACKSTACK_ASSETS_H
#define BACKSTACK_ASSETS_H

typedef struct backstack_file {
  const char *path;
  const char *text;
} backstack_file;

// Files that a program contains.
typedef struct backstack_files {
  const backstack_file *first;
  long count;
} backstack_files;

backstack_files backstack_assets(void);

#endif
