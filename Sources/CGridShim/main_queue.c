#include "CGridShim.h"

#include <glib-unix.h>
#include <sys/eventfd.h>

// libdispatch's main queue has a file descriptor that becomes readable when work is waiting, and a function that runs the work.
// Both are exported and private: Foundation's run loop uses them in the same way, and GLib's main loop needs the same. They are
// weak, so that a libdispatch without them is detected (and tested for) instead of failing to start.
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));
extern void _dispatch_main_queue_callback_4CF(void *message) __attribute__((weak));

static gboolean on_work(gint fd, GIOCondition condition, gpointer data) {
    (void)condition;
    (void)data;
    eventfd_t count;
    eventfd_read(fd, &count);
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

gboolean quad_main_queue_attach(void) {
    static gboolean attached = FALSE;
    if (attached) return TRUE;
    if (!_dispatch_get_main_queue_handle_4CF || !_dispatch_main_queue_callback_4CF) return FALSE;
    attached = TRUE;
    GSource *source = g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN);
    g_source_set_callback(source, (GSourceFunc)(void (*)(void))on_work, NULL, NULL);
    g_source_attach(source, NULL);
    g_source_unref(source);
    return TRUE;
}
