// The demo's source, which the app shows beside its screens: each file of the features is in this list.

#include "DemoSources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const backstack_file files[] = {
  {"Counter.swift", (const char[]){
#embed "../Counters/Counter.swift" suffix(, 0)
  }},
  {"Counters.swift", (const char[]){
#embed "../Counters/Counters.swift" suffix(, 0)
  }},
  {"CountersView.swift", (const char[]){
#embed "../Counters/CountersView.swift" suffix(, 0)
  }},
  {"Inventory.swift", (const char[]){
#embed "../Inventory/Inventory.swift" suffix(, 0)
  }},
  {"InventoryView.swift", (const char[]){
#embed "../Inventory/InventoryView.swift" suffix(, 0)
  }},
  {"Item.swift", (const char[]){
#embed "../Inventory/Item.swift" suffix(, 0)
  }},
  {"ItemForm.swift", (const char[]){
#embed "../Inventory/ItemForm.swift" suffix(, 0)
  }},
  {"Poll.swift", (const char[]){
#embed "../Polls/Poll.swift" suffix(, 0)
  }},
  {"PollBoard.swift", (const char[]){
#embed "../Polls/PollBoard.swift" suffix(, 0)
  }},
  {"Polls.swift", (const char[]){
#embed "../Polls/Polls.swift" suffix(, 0)
  }},
  {"PollsView.swift", (const char[]){
#embed "../Polls/PollsView.swift" suffix(, 0)
  }},
  {"MeetingNotes.swift", (const char[]){
#embed "../Standups/MeetingNotes.swift" suffix(, 0)
  }},
  {"RecordMeeting.swift", (const char[]){
#embed "../Standups/RecordMeeting.swift" suffix(, 0)
  }},
  {"Standup.swift", (const char[]){
#embed "../Standups/Standup.swift" suffix(, 0)
  }},
  {"StandupDetail.swift", (const char[]){
#embed "../Standups/StandupDetail.swift" suffix(, 0)
  }},
  {"StandupForm.swift", (const char[]){
#embed "../Standups/StandupForm.swift" suffix(, 0)
  }},
  {"StandupLibrary.swift", (const char[]){
#embed "../Standups/StandupLibrary.swift" suffix(, 0)
  }},
  {"Standups+Link.swift", (const char[]){
#embed "../Standups/Standups+Link.swift" suffix(, 0)
  }},
  {"Standups+Validation.swift", (const char[]){
#embed "../Standups/Standups+Validation.swift" suffix(, 0)
  }},
  {"Standups.swift", (const char[]){
#embed "../Standups/Standups.swift" suffix(, 0)
  }},
  {"StandupsView.swift", (const char[]){
#embed "../Standups/StandupsView.swift" suffix(, 0)
  }},
};

backstack_files demo_sources(void) {
  return (backstack_files){files, sizeof files / sizeof *files};
}
