/* What GTK itself takes to show a window: an application's, with a header bar, and nothing in it. The benchmark compiles it,
   and starts it beside quadrille, and it tells as that does when its first frame was drawn:

       empty-window: milestone painted 81267890123 */
#include <gtk/gtk.h>
#include <stdio.h>
#include <time.h>

static void painted(GdkFrameClock *clock, gpointer unused)
{
    (void)unused;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    fprintf(stderr, "empty-window: milestone painted %lld\n", now.tv_sec * 1000000000LL + now.tv_nsec);
    g_signal_handlers_disconnect_by_func(clock, G_CALLBACK(painted), NULL);
}

static void realized(GtkWidget *window, gpointer unused)
{
    (void)unused;
    g_signal_connect(gtk_widget_get_frame_clock(window), "after-paint", G_CALLBACK(painted), NULL);
}

static void activated(GtkApplication *application, gpointer unused)
{
    (void)unused;
    GtkWidget *window = gtk_application_window_new(application);
    GtkWidget *bar = gtk_header_bar_new();
    gtk_header_bar_set_show_close_button(GTK_HEADER_BAR(bar), TRUE);
    gtk_header_bar_set_title(GTK_HEADER_BAR(bar), "Empty");
    gtk_window_set_titlebar(GTK_WINDOW(window), bar);
    /* As large as quadrille's. */
    gtk_window_set_default_size(GTK_WINDOW(window), 1280, 800);
    g_signal_connect(window, "realize", G_CALLBACK(realized), NULL);
    gtk_widget_show_all(window);
}

int main(int count, char **arguments)
{
    GtkApplication *application = gtk_application_new("org.quadrille.EmptyWindow", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activated), NULL);
    int status = g_application_run(G_APPLICATION(application), count, arguments);
    g_object_unref(application);
    return status;
}
