// libpq, whose header Debian has in a folder of its own.

#ifndef BACKSTACK_POSTGRESQL_SHIM_H
#define BACKSTACK_POSTGRESQL_SHIM_H

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

#endif
