// The files of this folder, which the compiler embeds in the program.

#ifndef BACKSTACK_ASSETS_H
#define BACKSTACK_ASSETS_H

typedef struct backstack_asset {
  const char *path;
  const char *text;
} backstack_asset;

extern const long backstack_asset_count;

// `index` is at least 0 and less than `backstack_asset_count`.
backstack_asset backstack_asset_at(long index);

#endif
