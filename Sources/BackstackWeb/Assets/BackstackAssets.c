// Each file of the folders is in this list. A build begins with the files as they are: the compiler
// knows that this file depends on them.

#include "BackstackAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const backstack_file files[] = {
  {"app/app.css", (const char[]){
#embed "app/app.css" suffix(, 0)
  }},
  {"app/app.js", (const char[]){
#embed "app/app.js" suffix(, 0)
  }},
  {"app/home.js", (const char[]){
#embed "app/home.js" suffix(, 0)
  }},
  {"app/icon.svg", (const char[]){
#embed "app/icon.svg" suffix(, 0)
  }},
  {"app/index.html", (const char[]){
#embed "app/index.html" suffix(, 0)
  }},
  {"app/qr.js", (const char[]){
#embed "app/qr.js" suffix(, 0)
  }},
  {"app/tools.js", (const char[]){
#embed "app/tools.js" suffix(, 0)
  }},
  {"app/ui.js", (const char[]){
#embed "app/ui.js" suffix(, 0)
  }},
  {"client/backstack.d.ts", (const char[]){
#embed "client/backstack.d.ts" suffix(, 0)
  }},
  {"client/backstack.js", (const char[]){
#embed "client/backstack.js" suffix(, 0)
  }},
  {"client/cases.d.ts", (const char[]){
#embed "client/cases.d.ts" suffix(, 0)
  }},
  {"client/cases.js", (const char[]){
#embed "client/cases.js" suffix(, 0)
  }},
  {"client/conversation.d.ts", (const char[]){
#embed "client/conversation.d.ts" suffix(, 0)
  }},
  {"client/conversation.js", (const char[]){
#embed "client/conversation.js" suffix(, 0)
  }},
  {"client/dialogs.d.ts", (const char[]){
#embed "client/dialogs.d.ts" suffix(, 0)
  }},
  {"client/dialogs.js", (const char[]){
#embed "client/dialogs.js" suffix(, 0)
  }},
  {"client/elements.d.ts", (const char[]){
#embed "client/elements.d.ts" suffix(, 0)
  }},
  {"client/elements.js", (const char[]){
#embed "client/elements.js" suffix(, 0)
  }},
  {"client/exact.d.ts", (const char[]){
#embed "client/exact.d.ts" suffix(, 0)
  }},
  {"client/exact.js", (const char[]){
#embed "client/exact.js" suffix(, 0)
  }},
  {"client/fields.d.ts", (const char[]){
#embed "client/fields.d.ts" suffix(, 0)
  }},
  {"client/fields.js", (const char[]){
#embed "client/fields.js" suffix(, 0)
  }},
  {"client/handover.d.ts", (const char[]){
#embed "client/handover.d.ts" suffix(, 0)
  }},
  {"client/handover.js", (const char[]){
#embed "client/handover.js" suffix(, 0)
  }},
  {"client/icons.d.ts", (const char[]){
#embed "client/icons.d.ts" suffix(, 0)
  }},
  {"client/icons.js", (const char[]){
#embed "client/icons.js" suffix(, 0)
  }},
  {"client/levels.d.ts", (const char[]){
#embed "client/levels.d.ts" suffix(, 0)
  }},
  {"client/levels.js", (const char[]){
#embed "client/levels.js" suffix(, 0)
  }},
  {"client/nodes.d.ts", (const char[]){
#embed "client/nodes.d.ts" suffix(, 0)
  }},
  {"client/nodes.js", (const char[]){
#embed "client/nodes.js" suffix(, 0)
  }},
  {"client/patch.d.ts", (const char[]){
#embed "client/patch.d.ts" suffix(, 0)
  }},
  {"client/patch.js", (const char[]){
#embed "client/patch.js" suffix(, 0)
  }},
  {"client/requests.d.ts", (const char[]){
#embed "client/requests.d.ts" suffix(, 0)
  }},
  {"client/requests.js", (const char[]){
#embed "client/requests.js" suffix(, 0)
  }},
  {"client/screen.css", (const char[]){
#embed "client/screen.css" suffix(, 0)
  }},
  {"client/screen.d.ts", (const char[]){
#embed "client/screen.d.ts" suffix(, 0)
  }},
  {"client/screen.js", (const char[]){
#embed "client/screen.js" suffix(, 0)
  }},
  {"client/simulate.d.ts", (const char[]){
#embed "client/simulate.d.ts" suffix(, 0)
  }},
  {"client/simulate.js", (const char[]){
#embed "client/simulate.js" suffix(, 0)
  }},
  {"client/socket.d.ts", (const char[]){
#embed "client/socket.d.ts" suffix(, 0)
  }},
  {"client/socket.js", (const char[]){
#embed "client/socket.js" suffix(, 0)
  }},
  {"client/text.d.ts", (const char[]){
#embed "client/text.d.ts" suffix(, 0)
  }},
  {"client/text.js", (const char[]){
#embed "client/text.js" suffix(, 0)
  }},
  {"inspector/api.js", (const char[]){
#embed "inspector/api.js" suffix(, 0)
  }},
  {"inspector/diff.js", (const char[]){
#embed "inspector/diff.js" suffix(, 0)
  }},
  {"inspector/effects.js", (const char[]){
#embed "inspector/effects.js" suffix(, 0)
  }},
  {"inspector/form.js", (const char[]){
#embed "inspector/form.js" suffix(, 0)
  }},
  {"inspector/history.js", (const char[]){
#embed "inspector/history.js" suffix(, 0)
  }},
  {"inspector/icon.svg", (const char[]){
#embed "inspector/icon.svg" suffix(, 0)
  }},
  {"inspector/index.html", (const char[]){
#embed "inspector/index.html" suffix(, 0)
  }},
  {"inspector/inspector.css", (const char[]){
#embed "inspector/inspector.css" suffix(, 0)
  }},
  {"inspector/inspector.js", (const char[]){
#embed "inspector/inspector.js" suffix(, 0)
  }},
  {"inspector/keyed.js", (const char[]){
#embed "inspector/keyed.js" suffix(, 0)
  }},
  {"inspector/list.js", (const char[]){
#embed "inspector/list.js" suffix(, 0)
  }},
  {"inspector/schema.js", (const char[]){
#embed "inspector/schema.js" suffix(, 0)
  }},
  {"inspector/send.js", (const char[]){
#embed "inspector/send.js" suffix(, 0)
  }},
  {"inspector/session.js", (const char[]){
#embed "inspector/session.js" suffix(, 0)
  }},
  {"inspector/tail.js", (const char[]){
#embed "inspector/tail.js" suffix(, 0)
  }},
  {"inspector/timeline.js", (const char[]){
#embed "inspector/timeline.js" suffix(, 0)
  }},
  {"inspector/totals.js", (const char[]){
#embed "inspector/totals.js" suffix(, 0)
  }},
  {"inspector/tree.js", (const char[]){
#embed "inspector/tree.js" suffix(, 0)
  }},
  {"inspector/versions.js", (const char[]){
#embed "inspector/versions.js" suffix(, 0)
  }},
};

backstack_files backstack_assets(void) {
  return (backstack_files){files, sizeof files / sizeof *files};
}
