// The files of the stage, which only programs with a stage contain: each file of this folder is in this list.

#include "StageAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const backstack_file files[] = {
  {"stage/record.js", (const char[]){
#embed "record.js" suffix(, 0)
  }},
  {"stage/stage.css", (const char[]){
#embed "stage.css" suffix(, 0)
  }},
  {"stage/stage.js", (const char[]){
#embed "stage.js" suffix(, 0)
  }},
  {"stage/wire.js", (const char[]){
#embed "wire.js" suffix(, 0)
  }},
};

backstack_files stage_assets(void) {
  return (backstack_files){files, sizeof files / sizeof *files};
}
