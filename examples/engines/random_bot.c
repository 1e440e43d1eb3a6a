/* A bot for Lumithèque in C, with nothing but the standard library: it plays a legal move, drawn by the seed.
 *
 *     cc -O2 -o random_bot random_bot.c
 *     lumitheque play lumens --seats "human,engine:./random_bot"
 *
 * It reads no more JSON than it needs: `type`, `seed` and the list `legal`. Keys are found by their name with quotation
 * marks and a colon, which no value contains unescaped, and moves hold no quotation marks.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What follows "KEY": in a line; NULL if the key is not there. */
static char *after(char *line, const char *key) {
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    char *found = strstr(line, quoted);
    return found ? found + strlen(quoted) : NULL;
}

static int is(char *line, const char *kind) {
    char *type = after(line, "type");
    return type && strncmp(type + 1, kind, strlen(kind)) == 0 && type[1 + strlen(kind)] == '"';
}

static void think(char *line) {
    char *seed = after(line, "seed"), *legal = after(line, "legal"), *end = strchr(legal, ']');
    unsigned long count = 0, quotes = 0;
    for (char *c = legal; c < end; c++) count += *c == '"';
    unsigned long chosen = strtoull(seed + 1, NULL, 16) % (count / 2);
    while (quotes < 2 * chosen + 1) quotes += *legal++ == '"'; /* the move's first letter is next */
    printf("{\"type\":\"move\",\"move\":\"%.*s\"}\n", (int)(strchr(legal, '"') - legal), legal);
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (is(line, "hello")) puts("{\"type\":\"ready\",\"protocol\":1,\"name\":\"random.c\",\"author\":\"Lumitheque\"}");
        if (is(line, "new")) puts("{\"type\":\"ok\"}");
        if (is(line, "think")) think(line);
        if (is(line, "ping")) puts("{\"type\":\"pong\"}");
        if (is(line, "quit")) break;
        fflush(stdout);
    }
    return 0;
}
