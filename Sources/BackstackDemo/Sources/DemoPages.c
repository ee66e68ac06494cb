// The demo's own pages: each file of the folder Pages is in this list.

#include "DemoSources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const backstack_file files[] = {
  {"home.js", (const char[]){
#embed "../Pages/home.js" suffix(, 0)
  }},
  {"home.svg", (const char[]){
#embed "../Pages/home.svg" suffix(, 0)
  }},
  {"own.css", (const char[]){
#embed "../Pages/own.css" suffix(, 0)
  }},
  {"own.html", (const char[]){
#embed "../Pages/own.html" suffix(, 0)
  }},
  {"own.js", (const char[]){
#embed "../Pages/own.js" suffix(, 0)
  }},
};

backstack_files demo_pages(void) {
  return (backstack_files){files, sizeof files / sizeof *files};
}
