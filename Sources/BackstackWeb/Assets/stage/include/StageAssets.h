// The files of the stage, which the compiler embeds in the program.

#ifndef STAGE_ASSETS_H
#define STAGE_ASSETS_H

#include "BackstackAssets.h"

backstack_files stage_assets(void);

#endif
