// The source of the demo's features and its own pages, which the compiler embeds in the program.

#ifndef DEMO_SOURCES_H
#define DEMO_SOURCES_H

#include "BackstackAssets.h"

backstack_files demo_sources(void);
backstack_files demo_pages(void);

#endif
