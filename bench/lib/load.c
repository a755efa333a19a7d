/* Counts what arrives on many connections, so cheaply that the server is what is measured.
 *
 *     load FD FD …        the connections, open and handed on by whoever starts it
 *
 * On its input: `reset` counts from 0 again; `until TOTAL` answers, once so many bytes have come in all, with one JSON
 * line: bytes in all, the fewest and the most on any connection, reads, and when the last byte was read (seconds,
 * CLOCK_MONOTONIC). It ends with its input.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BATCH = 512, INPUT = 0 };

struct connection {
    int fd;
    uint64_t got;
};

static struct connection *connections;
static int count;
static uint64_t total, reads, wanted;
static double last;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void fail(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, errno ? strerror(errno) : "the server closed a connection");
    exit(2);
}

static void reset(void)
{
    for (int i = 0; i < count; i++)
        connections[i].got = 0;
    total = reads = wanted = 0;
}

static void report(void)
{
    uint64_t least = UINT64_MAX, most = 0;
    for (int i = 0; i < count; i++) {
        if (connections[i].got < least)
            least = connections[i].got;
        if (connections[i].got > most)
            most = connections[i].got;
    }
    printf("{\"total\": %" PRIu64 ", \"least\": %" PRIu64 ", \"most\": %" PRIu64 ", \"reads\": %" PRIu64
           ", \"last\": %.9f}\n",
           total, least, most, reads, last);
    fflush(stdout);
    wanted = 0;
}

static void obey(void)
{
    char line[128];
    ssize_t size = read(INPUT, line, sizeof line - 1); /* one line at a time: each is answered before the next */
    if (size <= 0)
        exit(0);
    line[size] = 0;
    if (!strncmp(line, "reset", 5)) {
        reset();
        puts("{}");
        fflush(stdout);
    } else if (sscanf(line, "until %" SCNu64, &wanted) == 1 && total >= wanted) {
        report();
    }
}

static void receive(struct connection *from)
{
    static char buffer[1 << 18];
    ssize_t size = recv(from->fd, buffer, sizeof buffer, MSG_DONTWAIT);
    if (size < 0 && errno == EAGAIN)
        return;
    if (size == 0)
        errno = 0;
    if (size <= 0)
        fail("recv");
    from->got += (uint64_t)size;
    total += (uint64_t)size;
    reads++;
    last = seconds();
}

int main(int argc, char **argv)
{
    static struct epoll_event ready[BATCH];
    int epoll = epoll_create1(0);
    count = argc - 1;
    connections = calloc((size_t)count + 1, sizeof *connections);
    for (int i = 0; i <= count; i++) { /* the last one is the input */
        struct connection *one = &connections[i];
        one->fd = i < count ? atoi(argv[i + 1]) : INPUT;
        struct epoll_event event = { .events = EPOLLIN, .data.ptr = one };
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, one->fd, &event))
            fail("epoll_ctl");
    }
    reset();
    puts("{}");
    fflush(stdout);
    for (;;) {
        int many = epoll_wait(epoll, ready, BATCH, -1);
        for (int i = 0; i < many; i++) {
            struct connection *one = ready[i].data.ptr;
            if (one->fd == INPUT)
                obey();
            else
                receive(one);
        }
        if (wanted && total >= wanted)
            report();
    }
}
